import { sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { type Calendar, bisectOnFailure } from '#features/shifts/server/public.ts'
import { upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { notificationTexts } from '../../messages.ts'
import { decideRound } from './decide-round.ts'
import { expireSwaps } from './expire-swaps.ts'

/**
 * As the worker: expires offers, ends swaps that can no longer happen, and decides fair
 * rounds whose sign-up has closed. One process at a time. Returns how many offers and rounds.
 */
export async function runDueSeatWork(
  tx: Tx,
  calendar: Pick<Calendar, 'now' | 'passOver'>,
): Promise<{ lapsed: number; rounds: number }> {
  if (!(await holdSeats(tx))) return { lapsed: 0, rounds: 0 }
  const offers = await bisectOnFailure(tx, await lockLateOffers(tx, calendar.now), calendar, (rows) =>
    lapse(tx, rows),
  )
  await expireSwaps(tx, calendar.now)
  const rounds = await bisectOnFailure(tx, await lockDueRounds(tx, calendar.now), calendar, async (rows) => {
    for (const { id } of rows) await decideRound(tx, id, calendar.now)
  })
  return { lapsed: offers.length, rounds: rounds.length }
}

async function holdSeats(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('placewell seats')) as held`.execute(tx)
  return rows[0]!.held
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
  // Each half of the `or` has an index of its own.
  const { rows } = await sql<{ id: string }>`
    select x.id from public.shifts x where x.status in ${listed(upcomingStates)} and x.signup_policy = 'fair_round' and x.signup_mode <> 'assigned'
      and x.starts_at > ${now}::timestamptz and (x.signup_closes_at < x.starts_at and x.signup_closes_at <= ${now}::timestamptz
        or (x.signup_closes_at < x.starts_at) is not true and x.starts_at <= ${now}::timestamptz + interval '1 day')
    order by x.signup_closes_at, x.id limit 200 for no key update skip locked`.execute(tx)
  return rows
}
