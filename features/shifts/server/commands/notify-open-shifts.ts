import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

/** Students who get the same notification: how many shifts, and the first of them. */
type Group = { students: string[]; first: string; count: number; last: PlainDate; facts: ShiftFacts }

/**
 * As the worker: notifies students of the oldest group of shifts that opened together, once for all of them; returns false if there are
 * none. One process at a time. The queue is emptied in the same transaction, so a crash repeats the work and skips no one.
 */
export async function notifyOpenShifts(tx: Tx): Promise<boolean> {
  const group = await takeGroup(tx)
  if (!group) return false
  const groups = await listStudents(tx, group.ids)
  await notifyPeople(
    tx,
    groups.map(({ students, first, count, last, facts }) => ({
      to: students,
      type: 'shifts_open',
      url: count === 1 ? `/shift/${first}` : '/student/shifts?show=open',
      key: `open ${group.key}`,
      ...notification(notificationTexts, 'shift.open', { ...facts, count, last }),
    })),
  )
  return true
}

/** Takes the oldest group; shifts that a job opens one by one wait until the job ends. */
async function takeGroup(tx: Tx): Promise<{ key: string; ids: string[] } | null> {
  const { rows: held } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('placewell open shifts')) as is_held`.execute(tx)
  if (!held[0]!.is_held) return null
  const { rows } = await sql<{ key: string; shift_id: string }>`
    delete from public.open_shift_notices g where g.group_key = (
      select n.group_key from public.open_shift_notices n
      where n.is_complete or not exists (select 1 from public.jobs j where j.id = n.group_key and j.status in ('queued', 'running'))
      order by n.queued_at limit 1)
    returning g.group_key as key, g.shift_id`.execute(tx)
  return rows[0] ? { key: rows[0].key, ids: rows.map(({ shift_id }) => shift_id) } : null
}

/**
 * The students to notify. A student who requested a shift, or had a seat on it that was not canceled with the shift, is not notified of
 * that shift.
 */
async function listStudents(tx: Tx, ids: readonly string[]): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with open as materialized (
      select x.id, x.school_id, x.cohort_ids, x.date, x.starts_at from public.shifts x
      where x.id = any (${ids}::uuid[]) and x.status = 'published' and x.signup_mode <> 'assigned' and x.starts_at > now()
        and coalesce(x.signup_closes_at > now(), true)),
    students as materialized (
      select u.id, u.linked_school_id as school_id from public.users u
      where u.role = 'student' and u.status = 'active' and u.linked_school_id in (select o.school_id from open o)),
    pairs as (
      select o.id as shift, t.id as student from open o join students t on t.school_id = o.school_id where o.cohort_ids = '{}'
      union
      select o.id, t.id from open o join public.cohort_memberships m on m.cohort_id = any (o.cohort_ids) and o.date >= m.from_date and coalesce(o.date < m.to_date, true)
        join students t on t.id = m.student_id and t.school_id = o.school_id),
    taken as materialized (
      select a.shift_id as shift, a.student_id as student from public.assignments a join open o on o.id = a.shift_id and o.school_id = a.school_id
      -- Canceled with the shift, when it was postponed to this day.
      where a.status <> 'cancelled'),
    due as (
      select p.student, count(*)::integer as count, (array_agg(o.id order by o.starts_at, o.id))[1] as first, max(o.date) as last
      from pairs p join open o on o.id = p.shift
      where not exists (select 1 from taken t where t.shift = p.shift and t.student = p.student)
      group by p.student)
    select array_agg(d.student) as students, d.first, d.count, d.last, app.shift_facts(x) as facts
    from due d join public.shifts x on x.id = d.first group by d.first, d.count, d.last, x.id`.execute(tx)
  return rows
}
