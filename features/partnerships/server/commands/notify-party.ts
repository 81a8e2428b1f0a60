import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

type Sent = { party: 'school' | 'facility'; type: 'partnership' | 'partnership_expiring'; key: string }

/**
 * Notifies one party of what was just done with a partnership, each person once per key and with a link to their own page. Notifies
 * superadmins if a party has no one yet; never the person who did it.
 */
export async function notifyParty(
  tx: Tx,
  id: string,
  { party, type, key }: Sent,
  text: { code: string; values: object },
): Promise<void> {
  const url = {
    superadmin: `/admin/relationships?partnership=${id}`,
    facility_admin: `/facility/management?partnership=${id}`,
    '': `/school/partnerships?partnership=${id}`,
  }
  const how = { to: [party, 'superadmin', 'others'], type, url, key: `partnership ${id} ${key}` } as const
  await notifyOfRow(tx, { table: 'partnerships', id }, how, text)
}
