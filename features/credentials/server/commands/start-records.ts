import { sql } from 'kysely'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RecordRow } from '../../contract.ts'

type File = { job_id: string; file_name: string; is_trial: boolean; rows: readonly RecordRow[] }

/** Starts the job that tries or writes a file of records. */
export async function startRecords(tx: Tx, { job_id: id, file_name: name, is_trial: isTrial, rows }: File) {
  const { rows: own } = await sql<{ id: string }>`select app.school_id() as id`.execute(tx)
  return startJob(tx, {
    id,
    kind: isTrial ? 'credential_records_trial' : 'credential_records',
    title: `Import ${name}`,
    school_id: own[0]!.id,
    input: {},
    items: rows.map((row) => ({
      key: String(row.line),
      label: [row.person, row.type].filter(Boolean).join(', ') || `Row ${row.line}`,
      input: row,
    })),
  })
}
