import type pg from 'pg'
import { newToken } from '#platform/server/session.ts'
import type { Caller } from './clients.ts'

type Person = { id: string; role: string; shifts: string[]; students: string[]; open: string[] }

/**
 * A thousand people of the national data with the requests of a normal day: students view their shifts, available shifts and notifications,
 * and take and drop seats; administrators and instructors of their schools; facilities.
 */
export async function callersOf(admin: pg.Client): Promise<Caller[]> {
  const { rows: people } = await admin.query<Person>(
    `with asked (role, most) as (values ('student', 850), ('school_admin', 60), ('school_super_admin', 10), ('proctor', 60), ('facility_admin', 20)),
     person as (select p.* from asked a cross join lateral (
       select u.id, u.role, u.linked_school_id as school, u.linked_facility_id as facility from public.users u where u.role = a.role and u.status = 'active' order by md5(u.id::text) limit a.most) p),
     shift as (select x.* from public.shifts x where x.starts_at > now() + interval '4 days' and x.status in ('published', 'full'))
     select p.id, p.role,
       array(select x.id from shift x where case p.role when 'facility_admin' then x.facility_id in (select app.facility_scope(p.facility))
         when 'proctor' then x.school_id = p.school and x.proctor_id = p.id when 'student' then x.school_id = p.school and x.cohort_ids = '{}'
         else x.school_id = p.school end order by x.starts_at limit 40) as shifts,
       array(select s.id from public.users s where p.role in ('school_admin', 'school_super_admin') and s.linked_school_id = p.school and s.role = 'student' order by s.id limit 40) as students,
       array(select x.id from shift x where p.role = 'student' and x.school_id = p.school and x.cohort_ids = '{}' and x.signup_mode = 'self_signup' order by x.starts_at limit 100) as open
     from person p order by md5(p.id::text || 'order')`,
  )
  const sessions = people.map((person) => ({ ...person, ...newToken() }))
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select t.hash, t.id, now() + interval '24 hours' from unnest($1::text[], $2::uuid[]) t (hash, id)`,
    [sessions.map(({ hash }) => hash), sessions.map(({ id }) => id)],
  )
  return sessions.map(({ token, role, shifts, students, open }) => ({
    token,
    lists: LISTS[role]!,
    details: [
      '/api/profile',
      ...shifts.map((id) => `/api/shifts/${id}`),
      ...students.map((id) => `/api/students/${id}`),
    ],
    ...(open.length > 0 ? { seats: open } : {}),
  }))
}

const ALL = '/api/notifications'
const SCHOOL = [ALL, '/api/shifts?page_size=50', '/api/shifts?page_size=50&needs=students', '/api/students']
const LISTS: Record<string, readonly string[]> = {
  student: [ALL, '/api/student/shifts', '/api/student/available-shifts'],
  school_admin: SCHOOL,
  school_super_admin: SCHOOL,
  proctor: [ALL, '/api/shifts?page_size=50&mine=true'],
  facility_admin: [ALL, '/api/shifts?page_size=50', '/api/shifts?page_size=50&needs=answer'],
}
