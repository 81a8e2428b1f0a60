import { type RawBuilder, sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { type Notice, notifyOfRows, notifyPeople } from '#features/notifications/server/public.ts'
import { endedShifts, endedShiftsWalk } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Report = { id: string; instructors: string[]; facts: ShiftFacts }

/**
 * As the worker: opens the reports of shifts that are over, already submitted if there was no instructor, and submits those whose
 * instructors have all left the school since; sends reminders of overdue ones,
 * and notifies the school five days later (Domain 2.12), now or at a given time. Returns how many it opened.
 */
export async function openShiftReports(tx: Tx, now?: string, walk = endedShiftsWalk()): Promise<number> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const opened = await open(tx, at, await endedShifts(tx, walk, at))
  const left = await submitForLeavers(tx)
  const overdue = await listOverdue(tx, at)
  const late = await listForSchool(tx, at)
  await notifyPeople(tx, [
    ...opened.map((report) =>
      toInstructor(report, 'due', notification(notificationTexts, 'shift_report.due', report.facts)),
    ),
    ...overdue.map((report) =>
      toInstructor(report, 'overdue', notification(notificationTexts, 'shift_report.overdue', report.facts)),
    ),
  ])
  await notifyOfRows(tx, 'shift_reports', [
    ...late.map(({ id, facts, proctor }) => ({
      id,
      to: ['school', 'superadmin'] as const,
      type: 'shift_report',
      url: '/school/shift-reports?show=overdue',
      key: `report ${id} escalated`,
      ...notification(notificationTexts, 'shift_report.escalated', { ...facts, proctor }),
    })),
    ...left.map(({ id, facts }) => ({
      id,
      to: ['school', 'superadmin'] as const,
      type: 'shift_report',
      url: `/shift/${id}`,
      key: `report ${id} left`,
      ...notification(notificationTexts, 'shift_report.left', facts),
    })),
  ])
  return opened.length
}

const toInstructor = (
  { id, instructors }: Report,
  key: string,
  said: { code: string; values: object },
): Notice => ({
  to: instructors,
  type: 'shift_report',
  url: `/proctor/shift-reports?shift=${id}`,
  key: `report ${id} ${key}`,
  ...said,
})

async function open(tx: Tx, at: RawBuilder<unknown>, ended: readonly string[]): Promise<Report[]> {
  if (ended.length === 0) return []
  const { rows } = await sql<Report>`
    with made as (
      insert into public.shift_reports (id, school_id, proctor_id, status, submitted_at, due_at)
      select s.id, s.school_id, s.proctor_id, case when s.proctor_id is null then 'submitted' else 'due' end,
        case when s.proctor_id is null then ${at} end,
        s.ends_at + make_interval(hours => app.school_setting(s.school_id, 'shift_report_due_h')::integer)
      from public.shifts s where s.id = any (${ended}::uuid[]) and s.status = 'completed'
        and s.seats_taken > 0 and not exists (select from public.shift_reports r where r.id = s.id)
      on conflict do nothing returning id)
    select m.id, app.instructors_of(s) as instructors, app.shift_facts(s) as facts from made m join public.shifts s on s.id = m.id`.execute(
    tx,
  )
  return rows
}

/** Who writes the report: the person who led the shift when the report was opened, and everyone who instructs on it. */
const instructors = sql`array_remove(array_prepend(r.proctor_id, array_remove(app.instructors_of(s), r.proctor_id)), null)`
const isUnwritten = sql`r.status in ('due', 'draft', 'returned')`

/** Submits reports that no one is left to write as they are: the school decides, as on shifts without an instructor. */
async function submitForLeavers(tx: Tx): Promise<Omit<Report, 'instructors'>[]> {
  const { rows } = await sql<Omit<Report, 'instructors'>>`
    with sent as (
      update public.shift_reports r set status = 'submitted' from public.shifts s where s.id = r.id and ${isUnwritten}
        and not exists (select from public.users u where u.id = any (${instructors}) and u.role = 'proctor' and u.status = 'active'
          and u.linked_school_id = r.school_id)
      returning r.id)
    select m.id, app.shift_facts(s) as facts from sent m join public.shifts s on s.id = m.id`.execute(tx)
  return rows
}

async function listOverdue(tx: Tx, at: RawBuilder<unknown>): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select r.id, ${instructors} as instructors, app.shift_facts(s) as facts from public.shift_reports r join public.shifts s on s.id = r.id
    where ${isUnwritten} and r.due_at <= ${at} and r.due_at > ${at} - interval '4 days'`.execute(tx)
  return rows
}

async function listForSchool(tx: Tx, at: RawBuilder<unknown>): Promise<(Report & { proctor: string })[]> {
  const { rows } = await sql<Report & { proctor: string }>`
    select r.id, ${instructors} as instructors, app.shift_facts(s) as facts, u.full_name as proctor
    from public.shift_reports r join public.shifts s on s.id = r.id left join public.users u on u.id = r.proctor_id
    where ${isUnwritten} and r.due_at <= ${at} - interval '5 days' and r.due_at > ${at} - interval '9 days'`.execute(
    tx,
  )
  return rows
}
