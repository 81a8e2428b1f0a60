import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'
import type { LockedShift } from '../queries/row-for-update.ts'

/** Whom a notification of a shift is for: PostgreSQL knows who they are. */
type Audience = 'school' | 'facility' | 'leaders' | 'seats' | 'asked' | 'left'

/** What a notification says of a shift: where and when it is. */
export const factsOf = (
  shift: Pick<LockedShift, 'unit_name' | 'site_name' | 'date' | 'start_time' | 'end_time'>,
): ShiftFacts => ({
  unit: shift.unit_name,
  site: shift.site_name,
  date: shift.date,
  start_time: shift.start_time,
  end_time: shift.end_time,
})

/** Notifies an audience of what was just done with a shift, each person once per key. */
export async function notifyShift(
  tx: Tx,
  { id }: Pick<LockedShift, 'id'>,
  to: { audience: Audience; type: string; key?: string },
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_shift(${id}::uuid, ${to.audience}, ${to.type}, ${code}, ${JSON.stringify(values)}::jsonb, ${to.key ?? null})`.execute(
    tx,
  )
}
