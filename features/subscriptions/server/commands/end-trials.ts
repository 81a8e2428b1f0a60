import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { daysUntil, lastDayOf, TRIAL_NOTICES, trialNotice } from '../../rules.ts'
import { noteEvents } from './note-event.ts'

type Trial = {
  school_id: string
  school: string
  time_zone: string
  trial_ends_at: string
  owner_id: string | null
}

const facts = sql`s.school_id, s.trial_ends_at, c.name as school, c.time_zone,
  (select o.owner_id from public.billing_owners o where o.school_id = s.school_id) as owner_id`

/** As the worker: pauses trials that ended without a plan and notifies their owners; notifies others that their trial ends soon. */
export async function endTrials(tx: Tx): Promise<number> {
  const { rows: over } = await sql<Trial>`
    update public.subscriptions s set status = 'paused' from public.schools c
    where c.id = s.school_id and s.status = 'trialing' and s.provider_id is null and s.trial_ends_at <= now() returning ${facts}`.execute(
    tx,
  )
  await noteEvents(
    tx,
    over.map(({ school_id }) => ({ school_id, kind: 'trial_ended' })),
  )
  const { rows: ending } = await sql<Trial>`
    select ${facts} from public.subscriptions s join public.schools c on c.id = s.school_id
    where s.status = 'trialing' and s.provider_id is null and s.trial_ends_at <= now() + ${`${TRIAL_NOTICES[0]} days`}::interval`.execute(
    tx,
  )
  await notifyPeople(tx, [...over.map(toEnded), ...ending.flatMap((trial) => toEnding(trial) ?? [])])
  return over.length
}

const toEnded = ({ owner_id, school, school_id, trial_ends_at }: Trial): Notice => ({
  to: [owner_id],
  type: 'billing',
  url: '/billing/upgrade',
  key: `trial over ${school_id} ${trial_ends_at}`,
  ...notification(notificationTexts, 'billing.trial_ended', { school }),
})

function toEnding({ owner_id, school, school_id, time_zone, trial_ends_at }: Trial): Notice | null {
  const now = Date.now()
  const notice = trialNotice(trial_ends_at, now)
  if (notice === null) return null
  const days = daysUntil(trial_ends_at, now)
  const on = lastDayOf(trial_ends_at, time_zone)
  return {
    to: [owner_id],
    type: 'billing',
    url: '/billing/upgrade',
    key: `trial ends ${school_id} ${trial_ends_at} ${notice}`,
    ...notification(notificationTexts, 'billing.trial_ends', { school, days, on }),
  }
}
