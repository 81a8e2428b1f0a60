import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistKind } from '../../contract.ts'
import { listStudentsToNotify } from '../queries/list-students-to-notify.ts'

type Text = { code: string; values: object }

/** At most once a day for each text. */
const keyOf = (id: string, code: string): string => `${code} ${id} ${new Date().toISOString().slice(0, 10)}`

/** Notifies the students of a wishlist, or only those who have not chosen enough; returns how many. */
export async function notifyStudents(
  tx: Tx,
  { id, kind }: { id: string; kind: WishlistKind },
  text: Text,
  to: 'students' | 'missing' = 'students',
): Promise<number> {
  const { schoolId, students: people } = await listStudentsToNotify(tx, id, to)
  const url = `/student/wishlist/${kind}?id=${id}`
  const how = { to: ['people'], people, type: 'wishlists', url, key: keyOf(id, text.code) } as const
  return notifyOfRow(tx, { table: 'schools', id: schoolId }, how, text)
}

/** For the scheduler: notifies the facilities of a wishlist's options, each once. */
export async function notifyPartners(tx: Tx, { id }: { id: string }, text: Text): Promise<void> {
  const options = await tx
    .selectFrom('wishlist_options')
    .select('id')
    .where('campaign_id', '=', id)
    .where('unit_id', 'is not', null)
    .execute()
  const how = {
    to: ['facility'],
    type: 'wishlists',
    url: '/facility/wishlists',
    key: keyOf(id, text.code),
  } as const
  for (const option of options) await notifyOfRow(tx, { table: 'wishlist_options', id: option.id }, how, text)
}
