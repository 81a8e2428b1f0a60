import { randomUUID } from 'node:crypto'
import type { Fixture } from '#database/testing.ts'

/** Creates a term of a school with this many shifts, one a day, to be copied; also returns a function that creates target terms. */
export async function termToCopy(fixture: Fixture, school: string, shifts: number) {
  const semester = async (start: string, end: string): Promise<string> => {
    const id = randomUUID()
    await fixture.rows(
      `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year) values ($1, $2, $3, $4, $5, 'fall', '2030')`,
      [id, school, `Term ${id}`, start, end],
    )
    return id
  }
  const source = await semester('2030-08-26', '2030-12-13')
  await fixture.rows(
    `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at)
     select $1, $2, d::date, '07:00', '15:00', 'America/New_York', d + interval '12 hours', d + interval '20 hours'
     from generate_series('2030-09-03'::timestamptz, '2030-09-03'::timestamptz + ($3 - 1) * interval '1 day', interval '1 day') d`,
    [school, source, shifts],
  )
  return { source, semester }
}
