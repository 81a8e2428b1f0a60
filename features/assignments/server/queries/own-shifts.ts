import type { Role } from '#core/roles.ts'
import { noHours, shownFacts, shownHoursOf } from '#features/hours/server/public.ts'
import { optionsOf, studentOptions } from '#features/shifts/server/public.ts'
import type { Json } from '#platform/server/unchecked-output.ts'
import type { Tx } from '#platform/server/db.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  AVAILABLE_LIMIT,
  type AtSignIn,
  type AvailableFilter,
  type MySeat,
  type OpenShift,
} from '../../contract.ts'

const mySeats = (semesterId: string | null) =>
  sql`(select coalesce(json_agg(m), '[]') from app.my_shifts(${semesterId}::uuid) m)`

function openShifts(filter: AvailableFilter) {
  const { limit, from = null, to = null, specialty = null, site_id: site = null } = filter
  return sql`(select coalesce(json_agg(o), '[]')
    from app.open_shifts(${limit}::integer, ${from}::date, ${to}::date, ${specialty}::text, ${site}::uuid) o)`
}

/** The caller's seats, requests and offers with their shifts: for one semester, or from the last 120 days on. */
export const myShifts = (semesterId: string | null) =>
  sql<Json<MySeat[]>>`select ${mySeats(semesterId)}::text as json`

/** Shifts of the school that are open to the caller, soonest first, with what blocks them (Spec §7: available shifts). */
export const availableShifts = (filter: AvailableFilter) =>
  sql<Json<OpenShift[]>>`select ${openShifts(filter)}::text as json`

type Known = Json<AtSignIn> & { facts: Parameters<typeof shownHoursOf>[0] }

/** The data a student's first pages need, in one query; for other people of a school, only the filter data. */
export const atSignIn = (role: Role) => sql<Known>`
  select json_build_object('mine', ${mySeats(null)}, 'options', ${role === 'student' ? studentOptions : optionsOf(null)},
    'available', ${openShifts({ limit: AVAILABLE_LIMIT })})::text as json, ${shownFacts(sql`app.uid()`)} as facts`

/** Its JSON, with the hours that a rule computes. */
export const atSignInText =
  (userId: string) =>
  ({ json, facts }: Known): string =>
    `${json.slice(0, -1)},"progress":${JSON.stringify(shownHoursOf(facts) ?? noHours(userId))}}`

/** Runs such a statement and parses its JSON text. */
export async function parseJsonResult<T>(tx: Tx, query: RawBuilder<Json<T>>): Promise<T> {
  const { rows } = await query.execute(tx)
  return JSON.parse(rows[0]!.json)
}
