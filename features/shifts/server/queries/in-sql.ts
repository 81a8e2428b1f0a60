import { type RawBuilder, sql } from 'kysely'
import { GRADING_DAYS } from '#features/semesters/rules.ts'

type Part = RawBuilder<unknown>

/** True if a shift lacks a required leader, as `needsInstructor` in the rules; for lists that count or filter by it. */
export const needsInstructorIn = (shift: Part): Part =>
  sql`(${shift}.experience_type not in ('observation', 'orientation') and ${shift}.proctor_id is null
    and (${shift}.experience_type <> 'precepted' or ${shift}.preceptor_id is null))`

type Plan = { date: Part; start: Part; end: Part; zone: Part }

/**
 * The instants of a shift as columns starts_at and ends_at: local times on a date in a zone; an end at or before the start is on the next
 * day (Domain 2.1).
 */
export const spanIn = ({ date, start, end, zone }: Plan): Part =>
  sql`(select (${date} + ${start}) at time zone ${zone} as starts_at,
    (${date} + case when ${end} <= ${start} then 1 else 0 end + ${end}) at time zone ${zone} as ends_at)`

/** The names of these people, in order, for anyone who sees the shift that they lead. */
export const namesOfLeaders = (ids: Part): Part =>
  sql`array(select l.name from unnest(${ids}) with ordinality p (id, nth) cross join lateral (select app.name_of_proctor(p.id)) l (name)
    where l.name is not null order by p.nth)`

/** True if a semester's hours are locked, the same as `lockedSemester` of the hours' rules, for lists of shifts. */
export const isLockedIn = (semester: Part, now: Part): Part =>
  sql`(${semester}.reopened_at is null and (${semester}.archived_at is not null
    or not ${semester}.is_active and ${semester}.activated_at is not null and app.school_today(${semester}.school_id) > ${semester}.end_date
    or coalesce((${semester}.settings ->> 'hours_lock_at')::timestamptz <= ${now},
      app.school_today(${semester}.school_id) > coalesce((${semester}.settings -> 'grading_window' ->> 'to')::date, ${semester}.end_date + ${sql.lit(GRADING_DAYS)}))))`
