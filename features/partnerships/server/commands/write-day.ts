import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

/** Writes what the calendar did, and its line of the history. */
export async function writeDay(
  tx: Tx,
  { id }: { id: string },
  event: 'renewed' | 'expired' | 'terminated' | 'reminded',
  { effective_to = null, reason = null, details = {} }: { effective_to?: PlainDate | null; reason?: string | null; details?: object }, // prettier-ignore
): Promise<{ version: number }> {
  const { rows } = await sql<{ version: number }>`
    select app.let_day_pass(${id}::uuid, ${event}, ${effective_to}::date, ${reason}, ${JSON.stringify(details)}::jsonb) as version`.execute(
    tx,
  )
  return rows[0]!
}
