import { sql } from 'kysely'
import { shiftInstants } from '#core/clock-time.ts'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { unitBlocker } from '#features/shifts/rules.ts'
import { shiftRefusals } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SlotFields } from '../../contract.ts'
import { notificationTexts, slotRefusals } from '../../messages.ts'
import { dayBlocker, offerBlocker } from '../../rules.ts'
import { listPartners } from '../queries/list-partners.ts'
import { lockUnit, unitOfOffer, type UnitOfOffer } from '../queries/unit-of-offer.ts'

/**
 * Offers a unit's slots on some days, all or nothing: never more than the unit takes in addition to those it has agreed to. The browser
 * chooses the id, so that repeating the request offers only once. Returns how many are offered.
 */
export async function offerSlots(tx: Tx, id: string, fields: SlotFields): Promise<number> {
  const { facility_id: unitId, dates, note: words, ...rest } = fields
  const [unit, before, partners] = await Promise.all([
    unitOfOffer(tx, unitId),
    offeredAs(tx, id),
    listPartners(tx, unitId),
  ])
  if (!unit) refuse(slotRefusals, refusal('slot.not_your_unit'))
  if (before.length > 0) return countAgain(before, unitId)
  refuseIf(slotRefusals, offerBlocker(rest, { unit, partners: partners.map((school) => school.id) }))

  const days = daysOf(dates, rest, unit)
  const held = await lockUnit(tx, unitId, days, rest.seats)
  // The same request may have waited here for the first one.
  const meanwhile = await offeredAs(tx, id)
  if (meanwhile.length > 0) return countAgain(meanwhile, unitId)
  const now = new Date().toISOString()
  for (const [at, { limits, beside }] of held.entries()) {
    const day = { ...days[at]!, limits, beside }
    if (Date.parse(day.starts_at) > Date.parse(now)) refuseIf(shiftRefusals, unitBlocker(unit, limits))
    refuseIf(slotRefusals, dayBlocker(day, rest.seats, now))
  }
  const note = words?.trim() || null
  const { time_zone, specialty } = unit
  const each = {
    ...rest,
    offer_id: id,
    facility_id: unitId,
    note,
    time_zone,
    specialty: specialty ?? 'other',
  }
  const [slot] = await tx
    .insertInto('open_slots')
    .values(days.map((day) => ({ ...each, ...day })))
    .returning('id')
    .execute()
  await notifySchools(tx, slot!, { ...rest, offer_id: id, note, unit, days: days.map(({ date }) => date) })
  return days.length
}

/** The days of an offer in order, each once, with instants in the unit's time zone. */
const daysOf = (
  dates: readonly string[],
  times: { start_time: string; end_time: string },
  unit: UnitOfOffer,
) =>
  [...new Set(dates)].toSorted().map((date) => {
    const { start_time: start, end_time: end } = times
    const { startsAt, endsAt } = shiftInstants({ date, start, end, timeZone: unit.time_zone })
    return { date, starts_at: startsAt, ends_at: endsAt }
  })

const offeredAs = (tx: Tx, id: string) =>
  tx
    .selectFrom('open_slots')
    .select(['facility_id', sql<boolean>`created_by = app.real_uid()`.as('is_own')])
    .where('offer_id', '=', id)
    .execute()

/** Returns the count of the first request if it is repeated; refuses another offer with the same id. */
function countAgain(before: readonly { facility_id: string; is_own: boolean }[], unitId: string): number {
  const again = before.filter(({ facility_id: of, is_own: isOwn }) => isOwn && of === unitId)
  if (again.length === 0) refuse(slotRefusals, refusal('slot.offered_already'))
  return again.length
}

/** Sends each school one notification for the whole offer. */
async function notifySchools(
  tx: Tx,
  { id }: { id: string },
  offer: Pick<SlotFields, 'start_time' | 'end_time' | 'seats' | 'note'> & {
    offer_id: string
    unit: UnitOfOffer
    days: string[]
  },
): Promise<void> {
  const { unit, days, start_time, end_time, seats, note } = offer
  const said = notification(notificationTexts, 'slot.offered', {
    unit: unit.name,
    site: unit.site,
    date: days[0]!,
    last: days.at(-1)!,
    start_time,
    end_time,
    count: days.length,
    seats,
    note,
  })
  const how = {
    to: ['school'],
    type: 'slot_offered',
    url: '/shifts?view=offered',
    key: `offer ${offer.offer_id}`,
  } as const
  await notifyOfRow(tx, { table: 'open_slots', id }, how, said)
}
