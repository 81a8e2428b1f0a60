import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { unplannedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { type RequirementFacts, requirementsFor } from '#features/credential-types/rules.ts'
import type { Clearance, ClearanceStatus } from '../../contract.ts'
import { clearanceOf, type RequirementWithRule, type Held } from '../../rules.ts'
import { findRequirements } from './clearance-facts.ts'

/** An upcoming seat as the worker sees it: whose, which days, where, and what is known of its clearance. */
export type Seat = Omit<RequirementFacts, 'role'> & {
  id: string
  student_id: string
  student_name: string
  proctor_ids: string[]
  held_at: string | null
  decided_status: ClearanceStatus | null
  removes: boolean
  today: PlainDate
  starts_at: string
  now: string
}

/** Seats with their students' and shifts' data; `which` returns the ids as d. */
async function readSeats(tx: Tx, which: RawBuilder<unknown>): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    with ${which}
    select c.id, c.school_id, c.student_id, u.full_name as student_name, app.instructors_of(s) as proctor_ids, s.date as first,
      coalesce((select max(o.date) from public.shifts o where o.series_id = s.series_id and o.school_id = s.school_id
        and o.status not in ${listed(unplannedStates)}), s.date) as last,
      coalesce((select array_agg(l.id) from app.facility_line(s.facility_id) l), '{}') as facility_ids, k.program_id, p.level,
      array_remove(array[k.id], null) as cohort_ids, c.held_at, c.decided_status,
      app.school_setting(c.school_id, 'remove_uncleared')::boolean as removes, app.school_today(c.school_id) as today, s.starts_at, now() as now
    from due d join public.seat_clearances c on c.id = d.id join public.shifts s on s.id = c.shift_id
    join public.users u on u.id = c.student_id
    left join public.cohort_memberships m on m.student_id = c.student_id and m.school_id = c.school_id
      and m.from_date <= app.school_today(c.school_id) and coalesce(m.to_date, 'infinity') > app.school_today(c.school_id)
    left join public.cohorts k on k.id = m.cohort_id left join public.programs p on p.id = k.program_id`.execute(
    tx,
  )
  return rows
}

/**
 * As the worker: locks the next seats whose clearance is due, after marking those
 * affected by a change and those held for a day.
 */
export async function lockSeats(tx: Tx, most: number): Promise<Seat[]> {
  await markChanged(tx)
  await markOlder(tx)
  await sql`
    update public.seat_clearances c set computed_on = null where c.held_at <= now() - interval '24 hours' and c.computed_on < 'infinity'
      and exists (select from public.shifts s where s.id = c.shift_id and s.starts_at > now())
      and app.school_setting(c.school_id, 'remove_uncleared')::boolean`.execute(tx)
  return readSeats(
    tx,
    sql`due as materialized (
      select c.id from public.seat_clearances c where (c.computed_on is null or c.computed_on < current_date) and c.date >= current_date - 1
      order by c.computed_on nulls first, c.date limit ${most} for update skip locked)`,
  )
}

async function markChanged(tx: Tx): Promise<void> {
  await sql`
    with changed as (delete from priv.clearance_changes x where x.at <= now() returning x.school_id, x.facility_id, x.person_id)
    update public.seat_clearances c set computed_on = null from public.shifts s
    where s.id = c.shift_id and c.date >= current_date - 1 and c.computed_on < 'infinity' and (c.school_id in (select x.school_id from changed x where x.person_id is null)
      or (c.school_id, c.student_id) in (select x.school_id, x.person_id from changed x) or s.facility_id in (select l.id from changed x cross join lateral app.facility_scope(x.facility_id) l (id) where x.facility_id is not null))`.execute(
    tx,
  )
}

/** How long a change may last until it is committed: seats are computed again once it certainly is. */
const COMMITTED = sql`interval '15 seconds'`

/**
 * Marks seats that were computed before a type required of them was changed or retired, or students of their school changed their cohort,
 * within the last hour; the nightly round computes all others.
 */
async function markOlder(tx: Tx): Promise<void> {
  const { rows: changes } = await sql<{ school_id: string | null; facility_id: string | null; at: string }>`
    select x.school_id, x.facility_id, max(x.at) as at from (
      select r.school_id, r.facility_id, t.updated_at as at from public.credential_types t join public.credential_requirements r on r.type_id = t.id
        where t.updated_at > t.created_at
      union all
      select h.school_id, null, greatest(h.created_at, h.undone_at) from public.cohort_changes h where h.created_at > now() - interval '2 days') x
    where x.at between now() - interval '1 hour' and now() - ${COMMITTED} group by x.school_id, x.facility_id`.execute(
    tx,
  )
  if (changes.length === 0) return
  const isOlder = sql`c.date >= current_date - 1 and c.computed_on < 'infinity' and coalesce(c.computed_at, '-infinity') < x.at + ${COMMITTED}`
  // Each by an index: the seats of the schools, and those at the facilities and below them.
  await sql`
    with changed as materialized (
      select x.* from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) x (school_id uuid, facility_id uuid, at timestamptz)),
    schools as materialized (select x.school_id, max(x.at) as at from changed x where x.school_id is not null group by 1),
    places as materialized (select l.id, max(x.at) as at from changed x cross join lateral app.facility_scope(x.facility_id) l (id)
      where x.facility_id is not null group by 1),
    older as (
      select c.id from schools x join public.seat_clearances c on c.school_id = x.school_id where ${isOlder}
      union
      select c.id from places x join public.shifts s on s.facility_id = x.id and s.date >= current_date - 1
        join public.seat_clearances c on c.shift_id = s.id where ${isOlder})
    update public.seat_clearances c set computed_on = null from older o where c.id = o.id`.execute(tx)
}

/** As the worker: the next upcoming seats at a facility and below it; one more than `most` means that there are more. */
export const findSeatsAt = (tx: Tx, facilityId: string, most: number): Promise<Seat[]> =>
  readSeats(
    tx,
    sql`due as materialized (
      select c.id from public.seat_clearances c join public.shifts x on x.id = c.shift_id where c.date >= current_date - 1 and x.ends_at > now()
        and c.computed_on is distinct from 'infinity' and x.facility_id in (select l.id from app.facility_scope(${facilityId}::uuid) l (id))
      order by c.date, c.id limit ${most + 1})`,
  )

type HeldOf = Held & { person_id: string; school_id: string }

/** What these people sent, only status and dates, plus what their schools sent for everyone. */
async function listHeld(tx: Tx, people: readonly string[]): Promise<HeldOf[]> {
  const { rows } = await sql<HeldOf>`
    select c.person_id, c.school_id, c.type_id, c.status, c.issued_on, c.expires_on, c.conditional_until, c.waived_until, c.waived_requirement_id, c.facility_id, c.submitted_at
    from public.credentials c where c.person_id = any (${people}::uuid[]) and c.status <> 'superseded'
    union all select u.id, b.school_id, b.type_id, 'approved', b.issued_on, b.expires_on, null, null, null, null, b.created_at
    from public.users u join public.blanket_credentials b on b.school_id = u.linked_school_id and b.ended_at is null
    where u.id = any (${people}::uuid[])`.execute(tx)
  return rows
}

/** As the worker: what is required where these seats are, and what their students sent. */
export async function findBasis(tx: Tx, seats: readonly Seat[]) {
  const people = [...new Set(seats.map((seat) => seat.student_id))]
  const scopes = [...new Set(seats.flatMap((seat) => [seat.school_id, ...seat.facility_ids]))]
  const requirements = await findRequirements(tx, scopes)
  const byPerson = Map.groupBy(await listHeld(tx, people), (one) => `${one.person_id} ${one.school_id}`)
  return {
    requirements,
    heldOf: (seat: Seat): readonly Held[] => byPerson.get(`${seat.student_id} ${seat.school_id}`) ?? [],
  }
}

/** As the worker: the administrators of these schools, by school. */
export async function administratorsOf(
  tx: Tx,
  schools: readonly string[],
): Promise<{ id: string; school_id: string }[]> {
  const { rows } = await sql<{ id: string; school_id: string }>`
    select u.id, u.linked_school_id as school_id from public.users u
    where u.status = 'active' and u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = any (${schools}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** The clearance of a seat's student for the seat's days. */
export function clearanceOfSeat(
  seat: Seat,
  requirements: readonly RequirementWithRule[],
  held: readonly Held[],
): Clearance {
  const { first, last } = seat
  return clearanceOf(requirementsFor(requirements, { ...seat, role: 'student' }), held, { first, last })
}
