import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistKind } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { CLOSING_HOURS } from '../../rules.ts'
import { notifyPartners, notifyStudents } from './notify-students.ts'

type Due = { id: string; kind: WishlistKind; name: string; closes_on: string }

/**
 * For the scheduler: notifies students when a wishlist opens, and 48 hours before it closes those who have not chosen enough; once it is
 * closed, the facilities that rank students. Each wishlist is marked in the same transaction, so that several processes send each notice
 * once.
 */
export async function sendDueNotices(tx: Tx): Promise<number> {
  const isOpen = sql`opens_at <= now() and now() < closes_at`
  const opened = await marked(tx, sql`opening_noticed = true`, sql`${isOpen} and not opening_noticed`)
  for (const due of opened)
    await notifyStudents(tx, due, notification(notificationTexts, 'wishlist.opened', valuesOf(due)))
  const closing = await marked(
    tx,
    sql`closing_noticed_on = closes_on`,
    sql`${isOpen} and closing_noticed_on is distinct from closes_on and closes_at - make_interval(hours => ${CLOSING_HOURS}) <= now()`,
  )
  for (const due of closing)
    await notifyStudents(
      tx,
      due,
      notification(notificationTexts, 'wishlist.closing', valuesOf(due)),
      'missing',
    )
  const toRank = await marked(
    tx,
    sql`partners_noticed = true`,
    sql`partners_rank and not partners_noticed and closes_at <= now()`,
  )
  for (const due of toRank)
    await notifyPartners(tx, due, notification(notificationTexts, 'wishlist.to_rank', { wishlist: due.name }))
  return opened.length + closing.length + toRank.length
}

/** Marks the announced wishlists for which a notice is due and returns them. */
async function marked(tx: Tx, mark: ReturnType<typeof sql>, isDue: ReturnType<typeof sql>): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update public.wishlist_campaigns set ${mark}
    where status = 'announced' and ${isDue}
    returning id, kind, name, closes_on`.execute(tx)
  return rows
}

const valuesOf = ({ kind, name, closes_on }: Due) => ({ kind, wishlist: name, closesOn: closes_on })
