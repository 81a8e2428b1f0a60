import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

const type = 'account_changed'

type Leaver = { id: string; role: string; school_id: string | null }
const pageOf = ({ id, role, school_id }: Leaver): string | null => {
  if (role === 'student') return `/school/students/${id}`
  return school_id === null ? null : `/school/user/${id}`
}

/**
 * Notifies the person who leaves, and the administrators of their school or facility, of a last day that the caller just planned or
 * canceled.
 */
export async function notifyOfDeparture(tx: Tx, id: string): Promise<void> {
  const { status, last_day, reason, version, full_name, ...leaver } = await tx
    .selectFrom('departures as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.status', 'd.last_day', 'd.reason', 'd.version', 'u.full_name'])
    .select(['u.id', 'u.role', 'u.linked_school_id as school_id'])
    .select(sql<boolean>`u.id = (select app.uid())`.as('is_own'))
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  if (last_day === null) return
  const isPlanned = status === 'planned'
  const values = { name: full_name, last_day, reason }
  const row = { table: 'departures' as const, id }
  const key = `departure ${id} ${version} ${status}`
  if (!leaver.is_own) {
    const own = isPlanned
      ? notification(notificationTexts, 'departure.own_planned', values)
      : notification(notificationTexts, 'departure.own_canceled', values)
    await notifyOfRow(tx, row, { to: ['user_id'], type, url: '/profile', key }, own)
  }
  const said = isPlanned
    ? notification(notificationTexts, 'departure.planned', values)
    : notification(notificationTexts, 'departure.canceled', values)
  await notifyOfRow(tx, row, { to: ['school', 'facility', 'others'], type, url: pageOf(leaver), key }, said)
}

/** Run by the worker: marks a departure as failed, and notifies the administrators of the person’s school or facility. */
export async function noteFailure(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.updateTable('departures').set({ failure }).where('id', '=', id).execute()
  const { rows } = await sql<Leaver & { full_name: string; version: number; to: string[] }>`
    with recursive gone as (select d.version, u.id, u.role, u.full_name, u.linked_school_id as school_id, u.linked_facility_id
      from public.departures d join public.users u on u.id = d.user_id where d.id = ${id}),
    above as (select linked_facility_id as id from gone union select f.parent_id from public.facilities f join above a on a.id = f.id)
    select g.id, g.role, g.school_id, g.full_name, g.version, array(select a.id from public.users a where a.status = 'active' and a.id <> g.id
      and case when g.school_id is null then a.role = 'facility_admin' and a.linked_facility_id in (select id from above)
        else a.linked_school_id = g.school_id and a.role in ('school_admin', 'school_super_admin') end) as "to" from gone g`.execute(
    tx,
  )
  const notices = rows.map(({ to, full_name: name, version, ...leaver }) => ({
    to,
    type,
    url: pageOf(leaver),
    key: `departure ${id} ${version} planned ${failure}`,
    ...notification(notificationTexts, 'departure.failed', { name, failure }),
  }))
  await notifyPeople(tx, notices)
}
