import { notifyOfRow, notifyOfRows } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistKind } from '../../contract.ts'
import { listStudentsToNotify } from '../queries/list-students-to-notify.ts'

type Text = { code: string; values: object }

/** Notifies the students of a wishlist, or only those who have not chosen enough, or only some; returns how many. */
export async function notifyStudents(
  tx: Tx,
  { id, kind }: { id: string; kind: WishlistKind },
  text: Text,
  to: 'students' | 'missing' = 'students',
  some?: ReadonlySet<string>,
): Promise<number> {
  const { schoolId, students, closesOn, today } = await listStudentsToNotify(tx, id, to)
  const people = some ? students.filter((student) => some.has(student)) : students
  const url = `/student/wishlist/${kind}?id=${id}`
  // A reminder is sent at most once a day of the school; a change, once for each last day.
  const key = `${text.code} ${id} ${today}${to === 'missing' ? '' : ` ${closesOn}`}`
  const how = { to: ['people'], people, type: 'wishlists', url, key } as const
  return notifyOfRow(tx, { table: 'schools', id: schoolId }, how, text)
}

/** For the scheduler: notifies the facilities of a wishlist's options, each once. */
export async function notifyPartners(
  tx: Tx,
  { id, closes_on: closesOn }: { id: string; closes_on: string },
  text: Text,
): Promise<void> {
  const options = await tx
    .selectFrom('wishlist_options')
    .select('id')
    .where('campaign_id', '=', id)
    .where('unit_id', 'is not', null)
    .execute()
  await notifyOfRows(
    tx,
    'wishlist_options',
    options.map((option) => ({
      id: option.id,
      to: ['facility'],
      type: 'wishlists',
      url: '/facility/wishlists',
      key: `${text.code} ${id} ${closesOn}`,
      ...text,
    })),
  )
}
