import type { Fixture } from '#database/testing.ts'

/** Posts the seats of a shift as credited before attendance was recorded, for tests that only need hours. */
export async function postSeats(fixture: Pick<Fixture, 'rows'>, shiftId: string): Promise<void> {
  await fixture.rows(
    `insert into public.hours_entries (school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, course_code, source, source_key)
     select a.school_id, a.student_id, x.semester_id, a.id, x.id, x.date, round(x.credited_hours * 60),
       case when x.experience_type in ('simulation', 'skills_lab', 'observation', 'orientation') then x.experience_type else 'direct_care' end,
       x.specialty, nullif(x.course_code, ''), 'before_attendance', 'seat ' || a.id
     from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
     where x.id = $1 and a.status in ('assigned', 'checked_in', 'completed')`,
    [shiftId],
  )
}
