import { sql } from 'kysely'
import { unplannedStates } from '#core/shift-statuses.ts'
import { proctorStudentsIn } from '#features/assignments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { Audience, Reach } from '../../contract.ts'
import type { Sender } from './find-sender.ts'

/** A person of the school that writes, or (for a facility) a partner school. */
export type Found = { school_id: string; user_id: string | null; role: string | null }

/**
 * The current members of this audience, each once: read as the writer, within what they may see, or as the worker when the message is due.
 * An instructor finds people only through their shifts.
 */
export async function findRecipients(
  tx: Tx,
  sender: Sender,
  audience: Audience,
  as: 'sender' | 'worker' = 'sender',
): Promise<Found[]> {
  const ids = idsOf(sender, audience)
  const { rows } = await (
    ids === null
      ? partners(sender, audience)
      : as === 'sender' && sender.party === 'instructor'
        ? sql<Found>`select ${sender.school_id}::uuid as school_id, o.student_id as user_id, 'student' as role
            from ${proctorStudentsIn} o where o.student_id in (${ids}) order by o.student_id`
        : sql<Found>`select u.linked_school_id as school_id, u.id as user_id, u.role from public.users u
            where u.linked_school_id = ${sender.school_id}::uuid and u.status = 'active' and u.email_verified and u.id in (${ids}) order by u.id`
  ).execute(tx)
  return rows
}

/** Counts them. */
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

/** Selects people of the school, or partner schools for a facility. */
function idsOf(sender: Sender, audience: Audience) {
  const school = sql`${sender.school_id}::uuid`
  switch (audience.kind) {
    case 'school':
      return sql`select u.id from public.users u where u.linked_school_id = ${school}
        and u.role = any (${audience.group === 'everyone' ? ['student', 'proctor'] : [audience.group === 'students' ? 'student' : 'proctor']}::text[])`
    case 'cohorts':
      return sql`select m.student_id from public.cohort_memberships m where m.school_id = ${school} and m.cohort_id = any (${audience.cohort_ids}::uuid[])
        and app.school_today(m.school_id) >= m.from_date and (m.to_date is null or app.school_today(m.school_id) < m.to_date)`
    case 'shifts':
      return onShifts(sender, sql`x.id = any (${audience.shift_ids}::uuid[])`, audience.with_instructors)
    case 'series':
      return onShifts(
        sender,
        sql`x.series_id = ${audience.series_id}::uuid and x.date >= ${audience.from}::date`,
        audience.with_instructors,
      )
    case 'own_shifts':
      return onShifts(sender, sql`x.date between ${audience.from}::date and ${audience.to}::date`, false)
    case 'site':
      return onShifts(
        sender,
        sql`x.date between ${audience.from}::date and ${audience.to}::date and x.facility_id in (
          select f.id from public.facilities f left join public.facilities p on p.id = f.parent_id
          where ${audience.facility_id}::uuid in (f.id, p.id, p.parent_id))`,
        audience.with_instructors,
      )
    case 'partner':
    case 'partners':
      return null
  }
}

/**
 * The students with a seat on these shifts of the school, and optionally their instructors; for an instructor, only on their own shifts.
 */
const onShifts = (
  { party, school_id, user_id }: Sender,
  which: ReturnType<typeof sql>,
  hasInstructors: boolean,
) =>
  sql`
    with x as (select x.* from public.shifts x where x.school_id = ${school_id}::uuid and x.status not in ${listed(unplannedStates)}
      and ${which} and ${party === 'instructor' ? sql`${user_id}::uuid = any (app.instructors_of(x))` : sql`true`})
    select a.student_id from x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id and app.holds_seat(a.status)
    union select unnest(app.instructors_of(s)) from public.shifts s join x on x.id = s.id where ${hasInstructors}`

const partners = ({ organization_id }: Sender, audience: Audience) => {
  const units = audience.kind === 'partners' ? audience.facility_ids : []
  const one = audience.kind === 'partner' ? audience.school_id : null
  return sql<Found>`
    select distinct p.school_id, null::uuid as user_id, null::text as role from public.partnerships p
    where p.status = 'active' and p.organization_id = ${organization_id}::uuid and (${one}::uuid is null or p.school_id = ${one}::uuid) and (${units.length === 0} or exists (select from public.shifts x
      where x.school_id = p.school_id and x.facility_id = any (${units}::uuid[]) and x.facility_id in (select app.facility_scope(p.organization_id))
        and x.ends_at > now() and x.submitted_at is not null and x.status not in ${listed(unplannedStates)}))
    order by p.school_id`
}

/** The series of the audience's single shift (or its series), with the number of its shifts from then on; null if that is only one. */
export async function findSeries(tx: Tx, audience: Audience) {
  if (audience.kind !== 'series' && !(audience.kind === 'shifts' && audience.shift_ids.length === 1))
    return null
  const { rows } = await sql<{ id: string; from: string; shifts: number }>`
    select s.id, s."from", count(*)::integer as shifts
    from (${
      audience.kind === 'series'
        ? sql`select ${audience.series_id}::uuid as id, ${audience.from}::date as "from"`
        : sql`select x.series_id as id, x.date as "from" from public.shifts x where x.id = ${audience.shift_ids[0]}::uuid`
    }) s join public.shifts x on x.series_id = s.id and x.date >= s."from" and x.status not in ${listed(unplannedStates)}
    group by 1, 2 having count(*) > 1`.execute(tx)
  return rows[0] ?? null
}
