import { createHash } from 'node:crypto'
import { sql } from 'kysely'
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

/** For the scheduler: notifies the facilities of options that a student chose whom they have not ranked, each once for the same students. */
export async function notifyPartners(tx: Tx, { id }: { id: string }, text: Text): Promise<void> {
  const { rows: options } = await sql<{ id: string; unranked: string }>`
    select o.id, md5(string_agg(c.student_id::text, ' ' order by c.student_id)) as unranked
    from public.wishlist_options o join public.wishlist_choices c on c.option_id = o.id and c.campaign_id = o.campaign_id
    where o.campaign_id = ${id}::uuid and o.unit_id is not null and c.student_id <> all (o.student_order) group by o.id`.execute(
    tx,
  )
  // The same for all options of a facility, which then hears once.
  const waiting = createHash('sha256')
    .update(
      options
        .map((option) => `${option.id} ${option.unranked}`)
        .toSorted()
        .join(),
    )
    .digest('hex')
    .slice(0, 16)
  await notifyOfRows(
    tx,
    'wishlist_options',
    options.map((option) => ({
      id: option.id,
      to: ['facility'],
      type: 'wishlists',
      url: '/facility/wishlists',
      // Again when other students wait, and only then.
      key: `${text.code} ${id} ${waiting}`,
      ...text,
    })),
  )
}
