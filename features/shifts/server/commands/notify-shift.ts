import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'
import type { LockedShift } from '../queries/row-for-update.ts'

/**
 * The recipients of a shift's notification: the administrators of its school or managers of its unit (superadmins if there are none); its
 * leaders; people with a seat and its leaders; people who requested a seat; people who led it until this change.
 */
export const audiences = {
  school: ['school', 'superadmin'],
  facility: ['facility', 'superadmin'],
  leaders: ['leader_ids'],
  seats: ['seat_ids', 'leader_ids'],
  asked: ['asked_ids'],
  left: ['left_ids'],
} as const
type Audience = keyof typeof audiences

type Located = Pick<LockedShift, 'unit_name' | 'site_name' | 'date' | 'start_time' | 'end_time'>

/** The location and time of a shift for its notifications. */
export const factsOf = ({ unit_name: unit, site_name: site, date, start_time, end_time }: Located) =>
  ({ unit, site, date, start_time, end_time }) satisfies ShiftFacts

/** Notifies an audience of what just happened to a shift, each person once per key and version of the shift. */
export async function notifyShift(
  tx: Tx,
  { id }: Pick<LockedShift, 'id'>,
  to: { audience: Audience; type: string; key?: string },
  said: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const { audience, type, key } = to
  // A shift that was postponed is published, and maybe postponed, again.
  const version = sql`coalesce((select x.version::text from public.shifts x where x.id = ${id}::uuid), '')`
  await notifyOfRow(
    tx,
    { table: 'shifts', id },
    {
      to: audiences[audience],
      type,
      url: `/shift/${id}`,
      key: sql<string>`${`shift ${id} ${key ?? type} `} || ${version}`,
    },
    said,
  )
}
