import { sql } from 'kysely'
import type { Answer, InstrumentContent } from '#features/instruments/contract.ts'
import { domainScores } from '#features/instruments/rules.ts'
import type { Tx } from '#platform/server/db.ts'

type Scores = ReturnType<typeof domainScores>
type Answered = { id: string; instrument_id: string; instrument_version: number; answers: Answer[] }
type Form = Pick<Answered, 'instrument_id' | 'instrument_version'> & { content: InstrumentContent }

const formKey = (one: Pick<Answered, 'instrument_id' | 'instrument_version'>): string =>
  `${one.instrument_id} ${one.instrument_version}`

/** The scores by domain of each evaluation; each form is loaded once, however many evaluations use it. */
export async function domainScoresOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Scores>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Answered>`
    select e.id, e.instrument_id, e.instrument_version, e.answers from public.evaluations e where e.id = any (${ids}::uuid[])`.execute(
    tx,
  )
  const used = [...new Map(rows.map((row) => [formKey(row), row])).values()]
  const { rows: found } = await sql<Form>`
    select v.instrument_id, v.number as instrument_version, v.content from public.instrument_versions v
    join unnest(${used.map((one) => one.instrument_id)}::uuid[], ${used.map((one) => one.instrument_version)}::integer[]) u (id, number)
      on v.instrument_id = u.id and v.number = u.number`.execute(tx)
  const forms = new Map(found.map((form) => [formKey(form), form.content]))
  return new Map(
    rows.flatMap((row) => {
      const content = forms.get(formKey(row))
      return content ? [[row.id, domainScores(content, row.answers)] as const] : []
    }),
  )
}
