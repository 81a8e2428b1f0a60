import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HoursKind } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'

type Line = {
  school_id: string
  source_key: string
  minutes: number
  date: PlainDate
  kind: HoursKind
  reason: string
}

/** Notifies the student of a line that was just added to their ledger, with its reason; the same line again notifies no one. */
export async function notifyOfHours(
  tx: Tx,
  { school_id: school, source_key: key, ...changed }: Line,
): Promise<void> {
  const { code, values } = notification(notificationTexts, 'hours.changed', changed)
  await sql`select app.notify_of_hours(${school}::uuid, ${key}, ${code}, ${JSON.stringify(values)}::jsonb)`.execute(
    tx,
  )
}
