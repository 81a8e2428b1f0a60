import { sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { type Calendar, bisectOnFailure } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { decideRound } from './decide-round.ts'
import { expireSwaps } from './expire-swaps.ts'

/**
 * As the worker: expires offers, ends swaps that can no longer happen, and decides fair
 * rounds whose sign-up has closed. Returns how many offers and rounds.
 */
export async function runDueSeatWork(
  tx: Tx,
  calendar: Pick<Calendar, 'now' | 'passOver'>,
): Promise<{ lapsed: number; rounds: number }> {
  const offers = await bisectOnFailure(tx, await lockLateOffers(tx, calendar.now), calendar, (rows) =>
    lapse(tx, rows),
  )
  await expireSwaps(tx, calendar.now)
  const rounds = await bisectOnFailure(tx, await lockDueRounds(tx, calendar.now), calendar, async (rows) => {
    for (const { id } of rows) await decideRound(tx, id, calendar.now)
  })
  return { lapsed: offers.length, rounds: rounds.length }
}

type Offer = { id: string; shift_id: string; student_id: string; facts: ShiftFacts }

async function lockLateOffers(tx: Tx, now: string): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select y.id, y.shift_id, y.student_id, app.shift_facts(x) as facts from public.assignments y join public.shifts x on x.id = y.shift_id and x.school_id = y.school_id
    where y.status = 'offered' and y.offer_expires_at <= ${now}::timestamptz order by y.offer_expires_at limit 500
    for no key update of x skip locked for no key update of y skip locked`.execute(tx)
  return rows
}

/** Lets offers lapse; each seat goes to the next in line (offer-seats.ts). */
async function lapse(tx: Tx, offers: readonly Offer[]): Promise<void> {
  const ids = offers.map(({ id }) => id)
  await tx
    .updateTable('assignments')
    .set({ status: 'lapsed', reason: 'seat.offer_expired' satisfies AutomaticReason })
    .where('id', 'in', ids)
    .execute()
  await notifyPeople(
    tx,
    offers.map(({ id, shift_id, student_id, facts }) => ({
      to: [student_id],
      type: 'waitlist_offer',
      url: `/shift/${shift_id}`,
      key: `offer gone ${id}`,
      ...notification(notificationTexts, 'seat.offer_lapsed', facts),
    })),
  )
}

/**
 * A round is decided when sign-up closes. If the shift was moved ahead of that, it is decided a day before the start, because at the start
 * all requests end.
 */
async function lockDueRounds(tx: Tx, now: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select x.id from public.shifts x where x.status in ('published', 'full') and x.signup_policy = 'fair_round' and x.signup_mode <> 'assigned'
      and case when x.signup_closes_at < x.starts_at then x.signup_closes_at else x.starts_at - interval '1 day' end <= ${now}::timestamptz
      and x.starts_at > ${now}::timestamptz
    order by x.signup_closes_at, x.id limit 200 for no key update skip locked`.execute(tx)
  return rows
}
