import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type Stop, Walk } from '#platform/server/walk.ts'

/** How many shifts a round looks at, besides those that ended just now. */
const AT_ONCE = 1_000
const JUST_NOW = '3 hours'
const LOOKED_AT_FOR = '14 days'

export const endedShiftsWalk = (atOnce = AT_ONCE): Walk => new Walk(atOnce)

/**
 * As the worker: the completed shifts to look at in this round, of the 14 days before `at`: all that ended just now, and the next ones of a
 * walk through the others, whose attendance may have been changed since.
 */
export async function endedShifts(tx: Tx, walk: Walk, at: RawBuilder<unknown>): Promise<string[]> {
  const columns = sql`select s.id, s.ends_at::text as at from public.shifts s where s.status = 'completed'`
  const now = await sql<Stop>`${columns} and s.ends_at > ${at} - ${JUST_NOW}::interval`.execute(tx)
  const before = await sql<Stop>`
    ${columns} and s.ends_at > ${at} - ${LOOKED_AT_FOR}::interval and s.ends_at <= ${at} - ${JUST_NOW}::interval
    ${walk.next(sql`s.ends_at`, sql`s.id`)}`.execute(tx)
  walk.pass(before.rows)
  return [...now.rows, ...before.rows].map(({ id }) => id)
}
