import { type Refusal, refusal } from '#core/refusal.ts'
import { type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { Step } from '#core/steps.ts'
import { unitBlocker, hasReason, type UnitOfShift } from '#features/shifts/rules.ts'
import type { SeatLimit } from '#features/shifts/contract.ts'
import type { SlotRow, SlotStatus } from './contract.ts'

/** Labels for the status of a slot (docs/decisions/030). */
export const slotLabels: Record<SlotStatus, string> = {
  open: 'Open',
  taken: 'Taken',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** The parties that settle an open slot: a school, the facility, a superadmin for either, or the scheduler. */
export type SlotParty = 'school' | 'facility' | 'platform' | 'system'

/** The transitions of an open slot (docs/decisions/030): it is settled only once. */
export const slotSteps: readonly Step<SlotStatus, SlotParty>[] = [
  { event: 'take', from: 'open', to: 'taken', parties: ['school', 'platform'] },
  { event: 'withdraw', from: 'open', to: 'withdrawn', parties: ['facility', 'platform'] },
  { event: 'expire', from: 'open', to: 'expired', parties: ['system'] },
]

type Settled = { status: SlotStatus; status_reason: string | null; version: number }

/** Why a school cannot take a slot, judging by the slot alone, or null. `now` is an ISO instant. */
export function takeBlocker(
  slot: Settled & { is_ours: boolean; starts_at: string; seats: number },
  asked: { now: string; version: number; seats: number },
) {
  if (slot.status === 'taken') return refusal(slot.is_ours ? 'slot.is_yours' : 'slot.taken_by_another')
  if (slot.status === 'withdrawn') return refusal('slot.was_withdrawn', { reason: slot.status_reason ?? '' })
  if (slot.status === 'expired') return refusal('slot.time_has_come')
  if (Date.parse(slot.starts_at) <= Date.parse(asked.now)) return refusal('slot.in_the_past')
  if (slot.version !== asked.version) return refusal('slot.old_version')
  return asked.seats < 1 || asked.seats > slot.seats
    ? refusal('slot.seats_out_of_range', { seats: slot.seats })
    : null
}

type Day = Pick<
  SlotRow,
  'id' | 'facility_id' | 'date' | 'start_time' | 'end_time' | 'experience_type' | 'blocker'
>

/** Groups slots that repeat weekly, on one unit and weekday at the same hours, by the id of the first: a school can take them together. */
export function weeklySeries<Slot extends Day>(slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> {
  const alike = new Map<string, Slot[]>()
  for (const slot of slots) {
    if (slot.blocker !== null) continue
    const { facility_id, date, start_time, end_time, experience_type } = slot
    const pattern = [facility_id, weekdayOf(date), start_time, end_time, experience_type].join()
    alike.set(pattern, [...(alike.get(pattern) ?? []), slot])
  }
  return new Map([...alike.values()].filter((days) => days.length > 1).map((days) => [days[0]!.id, days]))
}

/** The facts about a slot for a school: the semester of its day, the agreement, the unit, and the limits that leave no seat. */
export type SlotFacts = {
  semester_id: string | null
  /** Why the agreement does not cover the slot; null when it does. */
  uncovered: string | null
  unit: UnitOfShift
  /** The seat limits that close the unit or leave no seat. */
  full: readonly SeatLimit[]
}

/** Why a school has no semester or agreement that covers this slot, or null. */
export function coverRefusal({ semester_id, uncovered }: Pick<SlotFacts, 'semester_id' | 'uncovered'>) {
  if (semester_id === null) return refusal('slot.no_semester')
  return uncovered === null ? null : refusal('slot.not_covered', { sentence: uncovered })
}

/** Why a school cannot take a slot, or null. Taking it checks the same, so that the list offers no slot in vain. */
export function blockerOf(facts: SlotFacts): Refusal | null {
  if (facts.semester_id === null) return coverRefusal(facts)
  const [first] = facts.full
  return (
    unitBlocker(facts.unit, facts.full) ??
    coverRefusal(facts) ??
    (first ? refusal('slot.no_seat', { why: first.why }) : null)
  )
}

/** Why a facility cannot withdraw a slot, or null. Schools that are too late read the reason. */
export function withdrawBlocker(
  slot: Settled & { school_name: string | null },
  asked: { version: number; reason: string },
) {
  if (!hasReason(asked.reason)) return refusal('slot.say_why')
  if (slot.status === 'taken') return refusal('slot.has_school', { school: slot.school_name ?? 'A school' })
  if (slot.status === 'withdrawn') return refusal('slot.is_withdrawn')
  if (slot.status === 'expired') return refusal('slot.has_expired')
  return slot.version === asked.version ? null : refusal('slot.old_version')
}

/** Why a facility cannot offer a unit's slots to these schools, or null. */
export function offerBlocker(
  offer: { start_time: string; end_time: string; school_ids: readonly string[] },
  { unit, partners }: { unit: { name: string; kind: string }; partners: readonly string[] },
) {
  if (offer.start_time === offer.end_time) return refusal('slot.no_length')
  if (unit.kind !== 'unit') return refusal('slot.no_unit')
  if (partners.length === 0 && offer.school_ids.length === 0)
    return refusal('slot.no_partner', { unit: unit.name })
  return offer.school_ids.every((id) => partners.includes(id))
    ? null
    : refusal('slot.foreign_school', { unit: unit.name })
}

/** One day of an offer: its start, the limits of its unit then, and the seats that other open slots offer at that time. */
export type OfferedDay = { date: PlainDate; starts_at: string; limits: readonly SeatLimit[]; beside: number }

/**
 * Why these seats cannot be offered on a day, or null: it is over, or the unit takes fewer in addition to those it has agreed to and
 * offered.
 */
export function dayBlocker({ date, starts_at, limits, beside }: OfferedDay, seats: number, now: string) {
  if (Date.parse(starts_at) <= Date.parse(now)) return refusal('slot.day_is_over', { date })
  const unit = limits.find(({ limit_name: name }) => name === 'unit')
  return unit && seats + beside > unit.seats
    ? refusal('slot.unit_is_full', { date, why: unit.why, beside })
    : null
}
