/** The texts of open slots: refusals and notifications, by code and values. */
import { howMany } from '#core/number-text.ts'
import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { asSentence } from '#core/sentence.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'

const orElse = 'Choose another open slot, or request a shift from the facility.'
/** A date without its year: "March 5". */
const dayOf = (date: PlainDate): string => formatDate(date, 'long').replace(/, \d{4}$/, '')

export const slotRefusals = {
  'slot.not_found': notFound(() => 'We can’t find that slot.'),
  'slot.not_offered': notFound(() => `We can’t find that slot. ${orElse}`),
  'slot.old_version': conflict(() => 'Someone else just changed this offer. Check it, then try again.'),
  'slot.only_school': forbidden(() => 'Only the school can take slots for itself.'),
  'slot.is_yours': conflict(() => 'Your school already has this slot. It’s among your shifts.'),
  'slot.taken_by_another': conflict(() => `Another school already took this slot. ${orElse}`),
  'slot.was_withdrawn': conflict(
    ({ reason }: { reason: string }) =>
      `The facility has withdrawn this slot: ${asSentence(reason)} ${orElse}`,
  ),
  'slot.time_has_come': conflict(() => `This open slot has expired; no school took it. ${orElse}`),
  'slot.in_the_past': conflict(() => `This open slot is in the past. ${orElse}`),
  'slot.seats_out_of_range': invalid(
    ({ seats }: { seats: number }) =>
      seats === 1 ? 'This slot has 1 seat.' : `Take between 1 and ${seats} seats.`,
    'seats',
  ),
  'slot.no_semester': conflict(() => 'None of your semesters includes this day. Create one first.'),
  'slot.not_covered': conflict(({ sentence }: { sentence: string }) => sentence),
  'slot.no_seat': conflict(({ why }: { why: string }) => `${why} ${orElse}`),
  'slot.say_why': invalid(() => 'Give a reason. Schools that open it later can read it.', 'reason'),
  'slot.has_school': conflict(
    ({ school }: { school: string }) =>
      `${school} has taken this slot. Cancel or postpone its shift instead.`,
  ),
  'slot.is_withdrawn': conflict(() => 'This slot is already withdrawn.'),
  'slot.has_expired': conflict(() => 'This open slot has expired; no school took it.'),
  'slot.not_your_unit': notFound(() => 'We can’t find that unit.'),
  'slot.offered_already': conflict(() => 'This was already offered.'),
  'slot.no_length': invalid(
    () => 'A shift that starts and ends at the same time lasts a whole day. Choose another end time.',
    'end_time',
  ),
  'slot.no_unit': invalid(
    () => 'Choose a unit: students are placed in units, not in whole sites.',
    'facility_id',
  ),
  'slot.no_partner': conflict(
    ({ unit }: { unit: string }) =>
      `No school could take it: none has an active agreement for ${unit}. Agree on a partnership first.`,
  ),
  'slot.foreign_school': invalid(
    ({ unit }: { unit: string }) =>
      `One of the schools has no active agreement for ${unit}. Choose among your partners.`,
    'school_ids',
  ),
  'slot.day_is_over': invalid(
    ({ date }: { date: PlainDate }) => `${dayOf(date)} is in the past. Leave that day out.`,
    'dates',
  ),
  'slot.unit_is_full': conflict(
    ({ date, why, beside }: { date: PlainDate; why: string; beside: number }) =>
      `${dayOf(date)}: ${why}${beside > 0 ? ` ${howMany(beside, 'seat is', 'seats are')} already offered.` : ''} Offer fewer seats or another time, or leave that day out.`,
  ),
}

type Offer = ShiftFacts & { count: number; last: PlainDate; seats: number; note: string | null }

/** Notifications about open slots: code → text. */
export const notificationTexts = {
  'slot.offered': notificationText<Offer>(
    ({ count, ...slot }) => `${where(slot)} offers ${count === 1 ? 'a slot' : `${count} slots`}`,
    ({ count, last, seats, note, ...slot }) =>
      [
        `${when(slot)}${count > 1 ? `, to ${dayOf(last)}` : ''}, ${seats} ${seats === 1 ? 'seat' : 'seats'}${count > 1 ? ' each' : ''}.`,
        `The first school to take ${count > 1 ? 'one' : 'it'} gets it.`,
        note,
      ]
        .filter(Boolean)
        .join(' '),
  ),
}
