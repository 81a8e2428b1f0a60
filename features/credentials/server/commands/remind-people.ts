import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ExpiryBasis } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { lastDayOf } from '../queries/endings.ts'
import { ownPages } from './notify-owner.ts'

type Expiring = {
  id: string
  person_id: string
  school_id: string
  type: string
  on: PlainDate
  basis: ExpiryBasis | null
  days: number
  today: PlainDate
}

/** The earliest day before the last one that a reminder records. */
const MAX_DAYS = 180

/**
 * Reminds the owners of expiring credentials, once a day however often it is pressed, and not on the day of
 * an automatic reminder; skips what their school checks itself. Returns how many were reminded.
 */
export async function remindPeople(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<Expiring>`
    select c.id, c.person_id, c.school_id, t.name as type, l.on, l.on - d.today as days, d.today,
      case c.status when 'conditionally_approved' then 'condition' when 'waived' then 'waiver' end as basis
    from public.credentials c join public.credential_types t on t.id = c.type_id cross join lateral (select app.school_today(c.school_id) as today) d
    cross join lateral (select ${lastDayOf('c')} as on) l
    where c.id = any (${ids}::uuid[]) and t.evidence <> 'external_check' and l.on >= d.today and l.on < 'infinity'
      and not exists (select from public.credential_reminders r join public.schools s on s.id = c.school_id
        where r.credential_id = c.id and r.outcome = 'sent' and (r.at at time zone s.time_zone)::date = d.today)
      and app.administers_school(c.school_id)`.execute(tx)
  let reminded = 0
  for (const { id, person_id, school_id, today, ...values } of rows) {
    const key = `credential reminder ${id} ${today}`
    const how = {
      to: ['people'],
      people: [person_id],
      type: 'credential_expiring',
      url: ownPages,
      key,
    } as const
    const said = notification(notificationTexts, 'credential.expiring', values)
    const sent = await notifyOfRow(tx, { table: 'schools', id: school_id }, how, said)
    if (sent === 0) continue
    reminded += sent
    await tx
      .insertInto('credential_reminders')
      .values({
        credential_id: id,
        school_id,
        expires_on: values.on,
        days: Math.min(values.days, MAX_DAYS),
        outcome: 'sent',
        is_asked: true,
      })
      .onConflict((known) => known.doNothing())
      .execute()
  }
  return reminded
}
