import { sql } from 'kysely'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience, Reach } from '../../contract.ts'

/** Shifts that no one comes to. */
const NOT_PLANNED: readonly ShiftStatus[] = ['draft', 'cancelled', 'withdrawn', 'declined', 'expired']

/** A person of the school that writes, or (without one) a partner school. */
export type Found = { school_id: string; user_id: string | null; role: string | null }

/** Whom this audience means now, within what the asker may see; each once. */
export async function findRecipients(tx: Tx, audience: Audience): Promise<Found[]> {
  const { rows } = await queryOf(audience).execute(tx)
  return rows
}

/** How many that is. */
export const reachOf = (found: readonly Found[]): Reach => {
  const people = found.filter(({ user_id: id }) => id !== null)
  const students = people.filter(({ role }) => role === 'student').length
  return {
    people: people.length,
    students,
    instructors: people.length - students,
    schools: found.length - people.length,
  }
}

const queryOf = (audience: Audience) => {
  switch (audience.kind) {
    case 'school':
      return people(sql`select u.id from public.users u where u.linked_school_id = app.selected_school_id()
        and u.role = any (${audience.group === 'everyone' ? ['student', 'proctor'] : [audience.group === 'students' ? 'student' : 'proctor']}::text[])`)
    case 'cohorts':
      return people(sql`select m.student_id from public.cohort_memberships m where m.cohort_id = any (${audience.cohort_ids}::uuid[])
        and app.school_today(m.school_id) >= m.from_date and (m.to_date is null or app.school_today(m.school_id) < m.to_date)`)
    case 'shifts':
      return onShifts(sql`x.id = any (${audience.shift_ids}::uuid[])`, audience.with_instructors)
    case 'site':
      return onShifts(
        sql`x.date between ${audience.from}::date and ${audience.to}::date and x.facility_id in (
          select f.id from public.facilities f left join public.facilities p on p.id = f.parent_id
          where ${audience.facility_id}::uuid in (f.id, p.id, p.parent_id))`,
        audience.with_instructors,
      )
    case 'partners':
      return partners(audience.facility_ids)
  }
}

/** Who has a place on these shifts of the school, and who instructs them where wanted. */
const onShifts = (which: ReturnType<typeof sql>, hasInstructors: boolean) =>
  people(sql`
    with x as (select x.* from public.shifts x where x.school_id = app.selected_school_id() and x.status <> all (${NOT_PLANNED}::text[])
      and ${which})
    select a.student_id from x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id and app.holds_seat(a.status)
    union select unnest(app.instructors_of(s)) from public.shifts s join x on x.id = s.id where ${hasInstructors}`)

/** Active people of the school worked in, among these. */
const people = (ids: ReturnType<typeof sql>) => sql<Found>`
  select u.linked_school_id as school_id, u.id as user_id, u.role from public.users u
  where u.linked_school_id = app.selected_school_id() and u.status = 'active' and u.email_verified and u.id in (${ids}) order by u.id`

const partners = (units: readonly string[]) => sql<Found>`
  select distinct p.school_id, null::uuid as user_id, null::text as role from public.partnerships p
  where p.status = 'active' and (${units.length === 0} or exists (select from public.shifts x
    where x.school_id = p.school_id and x.facility_id = any (${units}::uuid[]) and x.ends_at > now() and x.status <> all (${NOT_PLANNED}::text[])))
  order by p.school_id`
