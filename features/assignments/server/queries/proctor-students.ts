import { heldSeats } from '#core/seat-statuses.ts'
import { loadProgress, shownHours } from '#features/hours/server/public.ts'
import { shiftColumns, shiftJoins } from '#features/shifts/server/public.ts'
import { standingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ProctorStudent, ProctorStudentDetail } from '../../contract.ts'
import { proctorStudentsIn } from './proctor-students-in.ts'

/** The calling proctor's students: how many of the proctor's shifts they share, in the last 200 days and upcoming, and their hours. */
const studentsOfProctor = (id: string | null, more = sql``) => sql`
  with s as materialized (select x.* from ${proctorStudentsIn} x where ${id}::uuid is null or x.student_id = ${id}::uuid),
  met as (select a.student_id, count(*) filter (where x.ends_at <= now())::integer as done, count(*) filter (where x.ends_at > now())::integer as coming,
      (array_agg(x.id order by x.starts_at) filter (where x.ends_at > now()))[1] as next_id, min(x.date) filter (where x.ends_at > now()) as next_on
    from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
    where x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200 and x.status in ${listed(standingStates)}
      and a.status in ${listed(heldSeats)} group by 1)
  select s.student_id, s.full_name, s.email, s.is_advised, coalesce(t.done, 0) as shifts_done, coalesce(t.coming, 0) as shifts_coming, t.next_id as next_shift_id, t.next_on as next_date
    ${more}
  from s left join met t on t.student_id = s.student_id order by s.full_name, s.student_id`

type Hours = 'cohort_name' | 'hours_required' | 'hours_done' | 'hours_scheduled' | 'hours_to_make_up'

/** Adds each student's cohort and hours, the same as on the pages of progress. */
async function withHours<Row extends { student_id: string }>(tx: Tx, rows: readonly Row[]) {
  const students = rows.map((row) => row.student_id)
  const progress = students.length > 0 ? await loadProgress(tx, { students, isByDay: false }) : []
  const byStudent = new Map(progress.map((one) => [one.student_id, one]))
  return rows.map((row) => {
    const one = byStudent.get(row.student_id)
    const hours = one && shownHours(one)
    return {
      ...row,
      cohort_name: one?.cohort_name ?? null,
      hours_required: hours?.hours_required ?? null,
      hours_done: hours?.hours_done ?? 0,
      hours_scheduled: hours?.hours_scheduled ?? 0,
      hours_to_make_up: hours?.hours_to_make_up ?? 0,
      by_specialty: hours?.by_specialty ?? [],
    }
  })
}

export async function proctorStudents(tx: Tx): Promise<ProctorStudent[]> {
  const { rows } = await (studentsOfProctor(null) as RawBuilder<Omit<ProctorStudent, Hours>>).execute(tx)
  return (await withHours(tx, rows)).map(({ by_specialty: _by, ...row }) => row)
}

/** One of the calling proctor's students, with the seats on the proctor's own shifts; undefined for other students. */
export async function proctorStudent(tx: Tx, id: string): Promise<ProctorStudentDetail | undefined> {
  const { rows } = await (
    studentsOfProctor(
      id,
      sql`, coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'shift', (select to_jsonb(r) from (select ${shiftColumns}) r)) order by x.starts_at)
          from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id ${shiftJoins}
          where a.student_id = s.student_id and x.id = any (array(select app.led_shift_ids())) and x.date >= current_date - 200), '[]') as seats`,
    ) as RawBuilder<Omit<ProctorStudentDetail, Hours | 'by_specialty'>>
  ).execute(tx)
  return (await withHours(tx, rows))[0]
}
