import { sql } from 'kysely'
import { toCsv } from '#core/csv.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { credentialRefusals } from '../../messages.ts'

type Row = {
  key: string
  input: Record<string, string>
  status: string
  code: string | null
  message: string | null
}

/** The result of each row of a records file, as CSV; for a trial, the result it would have. */
export async function recordsReport(tx: Tx, jobId: string): Promise<string> {
  const { rows: jobs } = await sql<{ kind: string }>`
    select j.kind from public.jobs j where j.id = ${jobId}::uuid and j.kind in ('credential_records', 'credential_records_trial')`.execute(
    tx,
  )
  const isTrial = jobs[0]?.kind === 'credential_records_trial'
  if (!jobs[0]) refuse(credentialRefusals, refusal('credential.missing'))
  const { rows } = await sql<Row>`
    select i.key, i.input, i.status, i.code, i.message from public.job_items i where i.job_id = ${jobId}::uuid order by i.position`.execute(
    tx,
  )
  const outcome = ({ status, code }: Row): string => {
    if (status === 'waiting') return 'Not done yet'
    if (status !== 'done') return 'Left out'
    return code ? 'Already there' : isTrial ? 'Can be imported' : 'Imported'
  }
  return toCsv(
    ['Row', 'Person', 'Credential', 'Date issued', 'Valid until', 'Result', 'Outcome', 'Reason'],
    rows.map((row) => [
      row.key,
      row.input['person'],
      row.input['type'],
      row.input['issued_on'],
      row.input['expires_on'],
      row.input['result'],
      outcome(row),
      row.message,
    ]),
  )
}
