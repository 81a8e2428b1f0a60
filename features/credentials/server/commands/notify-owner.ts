import type { NotificationIn } from '#core/notification-texts.ts'
import { roles } from '#core/roles.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** The credentials page of each role. */
export const ownPages = Object.fromEntries(roles.map((role) => [role, `/${role}/credentials`]))

/** Notifies the owner of a submission of a decision on it. */
export async function notifyOwner(
  tx: Tx,
  id: string,
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const { status } = await tx
    .selectFrom('credentials')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const key = `credential ${id} ${status}`
  const how = { to: ['person_id'], type: 'credential_decision', url: ownPages, key } as const
  await notifyOfRow(tx, { table: 'credentials', id }, how, text)
}
