import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Frequency, ReportKind } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { nextSendAfter } from '../../rules.ts'

type Due = { id: string; name: string; kind: ReportKind; due_on: string; people: string[] }

/**
 * As the worker: notifies people after 8 AM of the due day in the school's time zone that a report is ready, each once, and sets the next
 * day. People who no longer administer the school are left out. Returns how many reports were due.
 */
export async function sendDueReports(tx: Tx, now?: string): Promise<number> {
  const due = await moveOn(tx, now)
  await notifyPeople(
    tx,
    due.map(({ id, name, kind, due_on, people }) => ({
      to: people,
      type: 'school_report',
      url: `/school/reports?saved=${id}`,
      key: `saved report ${id} ${due_on}`,
      ...notification(notificationTexts, 'school_report.ready', { name, kind }),
    })),
  )
  return due.length
}

type Scheduled = { id: string; frequency: Frequency; next_on: string; send_day: number | null; today: string }

/** The due reports with their recipients; the next day of each is the first one in the future. */
async function moveOn(tx: Tx, now?: string): Promise<Due[]> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const { rows: scheduled } = await sql<Scheduled>`
    select r.id, r.frequency, r.next_on, r.send_day, (${at} at time zone s.time_zone)::date as today
    from public.saved_reports r join public.schools s on s.id = r.school_id
    where r.next_on is not null and ${at} at time zone s.time_zone >= r.next_on + time '08:00' for update of r skip locked`.execute(
    tx,
  )
  const moved = scheduled.map((due) => ({
    id: due.id,
    due_on: due.next_on,
    next_on: nextSendAfter(due, due.today),
  }))
  const { rows } = await sql<Due>`
    with sent as (
      update public.saved_reports r set sent_at = ${at}, next_on = d.next_on
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) d (id uuid, due_on date, next_on date)
      where r.id = d.id returning r.id, r.school_id, r.name, r.kind, r.recipients, d.due_on)
    select t.id, t.name, t.kind, t.due_on, array(select u.id from public.users u where u.id = any (t.recipients)
      and u.linked_school_id = t.school_id and u.role in ('school_admin', 'school_super_admin')) as people from sent t`.execute(
    tx,
  )
  return rows
}
