import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { newToken } from '#platform/server/session.ts'
import type { Call } from './load.ts'
import { openSemester, openShifts } from './open-shifts.ts'

/** A student with a session. */
export type Student = { id: string; school: string; token: string }

/** Signs in students, the same ones every time: this many of each school, or of one. */
export async function signInStudents(admin: pg.Client, each: number, school?: string): Promise<Student[]> {
  const { rows } = await admin.query<{ id: string; school: string }>(
    `select id, school from (select u.id, u.linked_school_id as school, row_number() over (partition by u.linked_school_id order by u.id) as n
       from public.users u where u.role = 'student' and u.status = 'active' and ($2::uuid is null or u.linked_school_id = $2)) s where n <= $1`,
    [each, school ?? null],
  )
  const students = rows.map((row) => ({ ...row, ...newToken() }))
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select t.hash, t.id, now() + interval '24 hours' from unnest($1::text[], $2::uuid[]) t (hash, id)`,
    [students.map(({ hash }) => hash), students.map(({ id }) => id)],
  )
  return students
}

/** The requests of a student. */
export const asks = {
  available: ({ token }: Student): Call => ({
    path: '/api/student/available-shifts',
    headers: { cookie: `placewell=${token}` },
  }),
  claim: ({ token }: Student, shift: string): Call => ({
    path: `/api/shifts/${shift}/seats`,
    method: 'POST',
    headers: { cookie: `placewell=${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: randomUUID() }),
  }),
}

/** Sends one call and returns its response. */
export async function send<T>(url: string, { path, ...rest }: Call): Promise<{ status: number; json: T }> {
  const answer = await fetch(url + path, rest)
  return { status: answer.status, json: (await answer.json()) as T }
}

/**
 * Every student claims the shift at the same moment over a separate connection, and retries if told to. Returns how many have a seat, how
 * many were told that it is full, and when the last had a response.
 */
export async function pressAtOnce(url: string, students: readonly Student[], shift: string) {
  const began = performance.now()
  const press = async (student: Student) => {
    for (const call = asks.claim(student, shift); ; await pause(100 + Math.random() * 400)) {
      const { status, json } = await send<{ message?: string }>(url, call)
      if (status !== 503) return status === 200 ? 'seat' : status === 409 ? json.message : `${status}`
    }
  }
  const answers = await Promise.all(students.map(press))
  const count = (answer: string): number => answers.filter((one) => one?.startsWith(answer)).length
  return {
    seats: count('seat'),
    full: count('This shift is full.'),
    others: answers.filter((one) => one !== 'seat' && !one?.startsWith('This shift is full.')),
    milliseconds: performance.now() - began,
  }
}

/** Creates campus shifts with eight seats: ten were approved, and the school allows eight students per instructor. */
export async function ratioShifts(admin: pg.Client, of: Omit<Parameters<typeof openShifts>[1], 'seats'>) {
  const shifts = await openShifts(admin, { ...of, seats: 8 })
  await admin.query(
    `update public.schools set settings = settings || '{"max_students_per_instructor": 8}' where id = $1`,
    [of.school],
  )
  await admin.query(
    `update public.shifts set experience_type = 'community', capacity = 10, approved_capacity = 10, seats_limit = 'school' where id = any ($1)`,
    [shifts],
  )
  return shifts
}

/** The shifts that a student sees. */
export type Look = (student: Student) => Promise<{ id: string; school_id?: string }[]>

/** Requests these shifts from a server. */
export const lookAt =
  (url: string, ask: (student: Student) => Call = asks.available): Look =>
  async (student) => {
    const { status, json } = await send<Awaited<ReturnType<Look>>>(url, ask(student))
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`)
    return json
  }

/**
 * Repeats: a shift with one seat is in a student's list; another student takes the seat; the next list must not have it. Returns how often
 * it did. Throws if the list lacked it before, or if the seat was not given.
 */
export async function seenWhenFull(
  admin: pg.Client,
  options: { url: string; students: readonly Student[]; times: number; look: Look },
): Promise<number> {
  const { url, students, times, look } = options
  const semesters = new Map<string, string>()
  let seen = 0
  for (let time = 0; time < times; time++) {
    const daysOn = time % 4
    // Two students of one school who have no shifts around that day.
    const { rows } = await admin.query<{ school: string; free: string[] }>(
      `select u.linked_school_id as school, (array_agg(u.id))[:2] as free from public.users u
       where u.id = any ($1) and not exists (select 1 from public.assignments a where a.student_id = u.id and a.busy && tstzrange(current_date + $2::int, current_date + $2::int + 3))
       group by 1 having count(*) > 1 order by md5(u.linked_school_id || $3) limit 1`,
      [students.map(({ id }) => id), daysOn, `${time}`],
    )
    const { school, free } = rows[0]!
    if (!semesters.has(school))
      semesters.set(school, await openSemester(admin, school, `Probe ${randomUUID()}`))
    const [shift] = await openShifts(admin, {
      school,
      semester: semesters.get(school)!,
      shifts: 1,
      seats: 1,
      daysOn,
    })
    const [claimer, watcher] = free.map((id) => students.find((student) => student.id === id)!)
    const has = async (): Promise<boolean> => (await look(watcher!)).some(({ id }) => id === shift)
    if (!(await has())) throw new Error('The shift is not shown while it has a seat')
    const { status, json } = await send(url, asks.claim(claimer!, shift!))
    if (status !== 200) throw new Error(`The seat was not given: ${JSON.stringify(json)}`)
    if (await has()) seen++
  }
  return seen
}

/**
 * Random students request lists until they have seen this many rows. Counts foreign rows: those of a school other than the student's,
 * according to the database or, if the row names its school, the row itself.
 */
export async function countForeign(
  admin: pg.Client,
  options: { students: readonly Student[]; rows: number; look: Look; connections?: number },
): Promise<{ foreign: number; rows: number; answers: number; schools: number; times: number[] }> {
  const { students, rows: wanted, look, connections = 16 } = options
  const { rows: all } = await admin.query<{ id: string; school: string }>(
    `select id, school_id as school from public.shifts where starts_at > now() and status in ('published', 'full')`,
  )
  const home = new Map(all.map(({ id, school }) => [id, school]))
  const schools = new Set<string>()
  const found = { foreign: 0, rows: 0, answers: 0, times: [] as number[] }
  const asker = async (): Promise<void> => {
    while (found.rows < wanted) {
      const student = oneOf(students)
      const began = performance.now()
      const shown = await look(student)
      found.times.push(performance.now() - began)
      found.answers++
      found.rows += shown.length
      if (shown.length > 0) schools.add(student.school)
      for (const { id, school_id: school = student.school } of shown)
        if (school !== student.school || home.get(id) !== student.school) found.foreign++
    }
  }
  await Promise.all(Array.from({ length: connections }, asker))
  return { ...found, schools: schools.size }
}

/** A random element. */
export function oneOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!
}

/**
 * Checks the seats after everyone has pressed: too many on a shift, wrong counts, students in two shifts at a time, more than the limits
 * allow.
 */
export async function faultsOfSeats(admin: pg.Client, shifts: readonly string[]) {
  const { rows } = await admin.query<{
    oversold: number
    miscounted: number
    clashes: number
    beyond: number
    held: number
  }>(
    `with held as (select a.shift_id, count(*)::int as n from public.assignments a where a.shift_id = any ($1) and app.holds_seat(a.status) group by 1),
     x as (select s.*, coalesce(h.n, 0) as held from public.shifts s left join held h on h.shift_id = s.id where s.id = any ($1))
     select (select count(*) from x where held > seats)::int as oversold, (select count(*) from x where held <> seats_taken)::int as miscounted,
       (select count(*) from public.assignments a join public.assignments b on b.student_id = a.student_id and b.id > a.id and b.busy && a.busy
         where a.shift_id = any ($1) and app.holds_seat(a.status) and app.holds_seat(b.status))::int as clashes,
       (select count(*) from x where held > (select least(l.most, s.approved_capacity) from public.shifts s, app.shift_limits(s) l where s.id = x.id))::int as beyond,
       (select sum(held) from x)::int as held`,
    [shifts],
  )
  return rows[0]!
}
