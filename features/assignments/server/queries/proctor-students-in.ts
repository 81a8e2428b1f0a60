import { heldSeats } from '#core/seat-statuses.ts'
import { standingStates } from '#core/shift-statuses.ts'
import { listed } from '#platform/server/listed.ts'
import { sql } from 'kysely'

/**
 * The students of an instructor, as SQL: in a cohort they advise, or on their own
 * shifts of the last 200 days and upcoming ones. Empty for anyone else.
 */
export const proctorStudentsIn = sql`(
  select u.id as student_id, u.full_name, u.email, true as is_advised from public.users u
    where u.role = 'student' and u.status = 'active' and u.linked_school_id = (select app.school_id()) and u.id in (select app.advised_student_ids())
  union all
  select n.student_id, n.full_name, n.email, false from app.names_on_shifts(array(select app.led_shift_ids())) n
    where n.is_active and n.student_id not in (select app.advised_student_ids()) and n.student_id in (
      select a.student_id from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
      where x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200
        and x.status in ${listed(standingStates)}
        and a.status in ${listed(heldSeats)}))`
