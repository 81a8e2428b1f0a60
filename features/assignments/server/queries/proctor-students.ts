import { progressJson } from '#features/hours/server/public.ts'
import { shiftColumns, shiftJoins } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ProctorStudent, ProctorStudentDetail } from '../../contract.ts'
import { proctorStudentsIn } from './proctor-students-in.ts'

/** The calling proctor's students: how many of the proctor's shifts they share, in the last 200 days and upcoming, and their hours. */
const studentsOfProctor = (id: string | null, more = sql``) => sql`
  with s as materialized (select x.* from ${proctorStudentsIn} x where ${id}::uuid is null or x.student_id = ${id}::uuid),
  met as (select a.student_id, count(*) filter (where x.ends_at <= now())::integer as done, count(*) filter (where x.ends_at > now())::integer as coming,
      (array_agg(x.id order by x.starts_at) filter (where x.ends_at > now()))[1] as next_id, min(x.date) filter (where x.ends_at > now()) as next_on
    from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
    where x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200 and x.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')
      and a.status in ('assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show') group by 1),
  facts as (select f.student_id, f.cohort_name, f.required, f.to_make_up, h.done, h.scheduled from app.progress_facts(array(select s.student_id from s)) f
    cross join lateral (select sum((l ->> 'done')::float8) as done, sum((l ->> 'scheduled')::float8) as scheduled from jsonb_array_elements(f.hours) l) h)
  select s.student_id, s.full_name, s.email, f.cohort_name, s.is_advised, coalesce(t.done, 0) as shifts_done, coalesce(t.coming, 0) as shifts_coming, t.next_id as next_shift_id, t.next_on as next_date,
    f.required as hours_required, coalesce(f.done, 0) as hours_done, coalesce(f.scheduled, 0) as hours_scheduled, coalesce(f.to_make_up, 0) as hours_to_make_up
    ${more}
  from s left join met t on t.student_id = s.student_id left join facts f on f.student_id = s.student_id order by s.full_name, s.student_id`

export async function proctorStudents(tx: Tx): Promise<ProctorStudent[]> {
  const { rows } = await (studentsOfProctor(null) as RawBuilder<ProctorStudent>).execute(tx)
  return rows
}

/** One of the calling proctor's students, with the seats on the proctor's own shifts; undefined for other students. */
export async function proctorStudent(tx: Tx, id: string): Promise<ProctorStudentDetail | undefined> {
  const { rows } = await (
    studentsOfProctor(
      id,
      sql`, ${progressJson(sql`s.student_id`)} -> 'by_specialty' as by_specialty,
        coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'shift', (select to_jsonb(r) from (select ${shiftColumns}) r)) order by x.starts_at)
          from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id ${shiftJoins}
          where a.student_id = s.student_id and x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200), '[]') as seats`,
    ) as RawBuilder<ProctorStudentDetail>
  ).execute(tx)
  return rows[0]
}
