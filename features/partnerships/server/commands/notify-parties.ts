import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ActingParty } from '../../contract.ts'
import type { notificationTexts } from '../../messages.ts'
import { notifyParty } from './notify-party.ts'

type Texts = typeof notificationTexts
type Code = Exclude<
  keyof Texts & string,
  'partnership.expiring' | 'partnership.shifts_canceled' | 'partnership.shifts_moved'
>
type ValuesOf<C extends Code> = Extract<NotificationIn<Texts>, { code: C }>['values']
/** Values of a text in addition to the parties, who acted, the reader and the reason. */
type More<C extends Code> = Omit<ValuesOf<C>, 'school' | 'organization' | 'by' | 'reader' | 'reason'>

/**
 * Notifies the other party of what one party did, and both parties of what the platform or the calendar did, each person once per version.
 * PostgreSQL finds the recipients.
 */
export async function notifyParties<C extends Code>(
  tx: Tx,
  partnership: { id: string; school_name: string; organization_name: string },
  written: { version: number },
  by: ActingParty | 'system',
  code: C,
  { reason = null, ...more }: More<C> & { reason?: string | null },
): Promise<void> {
  const { id, school_name: school, organization_name: organization } = partnership
  for (const reader of ['school', 'facility'] as const) {
    if (reader === by) continue
    const values = { ...more, school, organization, by, reader, reason }
    const sent = { party: reader, type: 'partnership', key: `${written.version} ${reader}` } as const
    await notifyParty(tx, id, sent, { code, values })
  }
}
