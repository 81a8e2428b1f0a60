import { sql } from 'kysely'
import type { ShiftRow } from '#features/shifts/contract.ts'
import { shiftColumns, shiftJoins } from '#features/shifts/server/public.ts'
import { standingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { MAX_ROSTER, type RosterShift } from '../../contract.ts'
import { within } from './within.ts'

/** Shifts read at once for a file. */
const DAY_PAGE = 100

type DayShift = Omit<RosterShift, 'roster'>

/** A day's shifts that take place, in the order of the paper roster, optionally those after a given one. */
export async function listDayAfter(
  tx: Tx,
  filter: { date: string; facility_id?: string | undefined },
  after: DayShift | undefined,
): Promise<DayShift[]> {
  const { rows } = await sql<DayShift>`
    select ${shiftColumns}, app.phone_of_instructor(x.id) as instructor_phone
    from public.shifts x ${shiftJoins}
    where ${happens(filter)} and (${after === undefined} or (coalesce(p.name, ''), coalesce(f.name, ''), x.starts_at, x.id)
      > (${after?.site_name ?? ''}, ${after?.unit_name ?? ''}, ${after?.starts_at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by coalesce(p.name, ''), coalesce(f.name, ''), x.starts_at, x.id limit ${DAY_PAGE}`.execute(tx)
  return rows
}

const happens = (filter: { date: string; facility_id?: string | undefined }) =>
  sql`${within(filter.facility_id)} and x.date = ${filter.date}::date
    and x.status in ${listed(standingStates)}`

/** The first of a day's shifts that take place, as many as a screen shows, and how many there are. */
export async function listDay(
  tx: Tx,
  filter: { date: string; facility_id?: string | undefined },
): Promise<{ shifts: DayShift[]; total: number }> {
  const { rows } = await sql<ShiftRow & { instructor_phone: string | null }>`
    select ${shiftColumns}, app.phone_of_instructor(x.id) as instructor_phone
    from public.shifts x ${shiftJoins}
    where ${happens(filter)}
    order by coalesce(p.name, ''), coalesce(f.name, ''), x.starts_at, x.id limit ${MAX_ROSTER}`.execute(tx)
  if (rows.length < MAX_ROSTER) return { shifts: rows, total: rows.length }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from public.shifts x where ${happens(filter)}`.execute(tx)
  return { shifts: rows, total: counted[0]!.total }
}
