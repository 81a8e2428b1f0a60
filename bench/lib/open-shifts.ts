import type pg from 'pg'

/**
 * Creates campus shifts on which every student of the school may take a seat, each on a separate day, the first in two months or in
 * `daysOn` days; returns their ids.
 */
export async function openShifts(
  admin: pg.Client,
  of: { school: string; semester: string; shifts: number; seats: number; daysOn?: number },
): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, experience_type, capacity, approved_capacity, seats,
       seats_limit, min_to_run, status, signup_mode, submitted_at, published_at)
     select $1, $2, 'Skills lab', d, '09:00', '15:00', 'America/Chicago', (d + time '09:00') at time zone 'America/Chicago', (d + time '15:00') at time zone 'America/Chicago',
       'skills_lab', $4, $4, $4, 'shift', 0, 'published', 'self_signup', now(), now()
     from (select current_date + $5::int + n as d from generate_series(1, $3::int) n) days returning id`,
    [of.school, of.semester, of.shifts, of.seats, of.daysOn ?? 60],
  )
  return rows.map(({ id }) => id)
}

/** Creates a semester of the school for one year; returns its id. */
export async function openSemester(admin: pg.Client, school: string, name = 'This year'): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year) values ($1, $2, current_date, current_date + 365, 'custom', '2026–2027') returning id`,
    [school, name],
  )
  return rows[0]!.id
}
