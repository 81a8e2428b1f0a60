import { type RawBuilder, sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { type Notice, notifyOfRows, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Absent = {
  id: string
  facts: ShiftFacts
  has_instructor: boolean
  students: string[]
  /** Different for other students of the same shift, and on another day. */
  proposal: string
}

/**
 * As the worker: proposes as no-shows those who neither checked in nor called out by the school's
 * deadline, and notifies their instructor, or the school if there is none; reminds students who
 * did not check out. `now` can be given. Returns how many it proposed.
 */
export async function proposeNoShows(tx: Tx, now?: string): Promise<number> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const ids = await lockShifts(tx, at)
  await addRecords(tx, ids)
  const absent = await propose(tx, ids, at)
  await notifyOfRows(tx, 'shifts', absent.map(ofAbsent))
  await notifyPeople(tx, await remindersToCheckOut(tx, at))
  return absent.reduce((sum, { students }) => sum + students.length, 0)
}

const ofAbsent = ({ id, facts, has_instructor, students, proposal }: Absent) => ({
  id,
  to: has_instructor ? (['instructor_ids'] as const) : (['school', 'superadmin'] as const),
  type: 'attendance',
  url: `/shift/${id}`,
  key: `no-shows ${id} ${proposal}`,
  ...notification(notificationTexts, 'attendance.no_shows_proposed', { ...facts, students }),
})

/** Leaves a few days of all shifts, by an index on their date; the exact times follow. */
const isRecent = (at: RawBuilder<unknown>) => sql`x.date >= (${at} - interval '3 days')::date`
const allowed = sql`make_interval(mins => app.school_setting(x.school_id, 'no_show_after_min')::integer)`
const deadline = sql`x.starts_at + ${allowed}`
/** Someone who was given a seat after the start has as long from then. */
const ownDeadline = sql`greatest(x.starts_at, a.asked_at, a.decided_at) + ${allowed}`
/** Expected, and not because an instructor or the school undid an absence or a check-in after the deadline: they know better. */
const isMissing = sql`r.status = 'expected'
  and (r.updated_by is null or r.updated_by = r.student_id or r.updated_at < ${deadline})`

/** Locks shifts that began with someone missing; skips those that another process has locked. */
async function lockShifts(tx: Tx, at: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select x.id from public.shifts x where x.status in ('in_progress', 'completed') and ${isRecent(at)} and x.starts_at > ${at} - interval '2 days'
      and ${deadline} <= ${at}
      and exists (select from public.assignments a left join public.attendance_records r on r.id = a.id
        where a.shift_id = x.id and a.school_id = x.school_id and a.status = 'assigned' and ${ownDeadline} <= ${at}
          and (r.id is null or ${isMissing}))
    order by x.id limit 500 for no key update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

async function addRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into public.attendance_records (id, school_id, shift_id, student_id)
    select a.id, a.school_id, a.shift_id, a.student_id from public.shifts s
    join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id and a.status = 'assigned'
    where s.id = any (${ids}::uuid[]) on conflict do nothing`.execute(tx)
}

async function propose(tx: Tx, ids: readonly string[], at: RawBuilder<unknown>): Promise<Absent[]> {
  const { rows } = await sql<Absent>`
    with marked as (
      update public.attendance_records r set status = 'no_show_proposed' from public.assignments a, public.shifts x
      where r.shift_id = any (${ids}::uuid[]) and x.id = r.shift_id and ${isMissing} and a.id = r.id and a.status = 'assigned'
        and ${ownDeadline} <= ${at}
      returning r.shift_id, r.student_id)
    select s.id, app.shift_facts(s) as facts, array_agg(u.full_name order by u.full_name) as students, ${at}::date || ' ' || md5(string_agg(m.student_id::text, ' ' order by m.student_id)) as proposal,
      s.proctor_id is not null as has_instructor
    from marked m join public.shifts s on s.id = m.shift_id join public.users u on u.id = m.student_id
    group by s.id`.execute(tx)
  return rows
}

async function remindersToCheckOut(tx: Tx, at: RawBuilder<unknown>): Promise<Notice[]> {
  const { rows } = await sql<{ id: string; shift_id: string; student_id: string; facts: ShiftFacts }>`
    select r.id, r.shift_id, r.student_id, app.shift_facts(x) as facts
    from public.attendance_records r join public.shifts x on x.id = r.shift_id
    where r.status = 'checked_in' and ${isRecent(at)} and x.ends_at > ${at} - interval '1 day'
      and x.ends_at + make_interval(mins => app.school_setting(x.school_id, 'check_out_closes_min')::integer) <= ${at}`.execute(
    tx,
  )
  return rows.map(({ id, shift_id, student_id, facts }) => ({
    to: [student_id],
    type: 'attendance',
    url: `/shift/${shift_id}`,
    key: `check-out ${id}`,
    ...notification(notificationTexts, 'attendance.check_out_missing', facts),
  }))
}
