import { headingText } from '#core/notification-texts.ts'
import { howMany } from '#core/number-text.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'

const areSeats = (seats: number): string => `There ${seats === 1 ? 'is' : 'are'} ${howMany(seats, 'seat')}`

/** What people read when something about a rotation can't be done. */
export const rotationRefusals = {
  'rotation.not_found': notFound(() => 'We can’t find that rotation.'),
  'rotation.old_version': conflict(
    () => 'Someone just changed this rotation. Reload the page and check it again.',
  ),
  'rotation.is_canceled': conflict(() => 'This rotation is canceled.'),
  'rotation.is_ranked': conflict(
    () =>
      'Students are ranking this rotation in a wishlist. Its unit, days and hours can’t change until the results are published.',
  ),
  'rotation.is_offered': conflict(
    () =>
      'A wishlist offers this rotation. Publish the results first, or set the wishlist back to draft while no student has chosen.',
  ),
  'rotation.say_why': invalid(
    () => 'Explain why it changes. The people who count on the shifts read it.',
    'reason',
  ),
  'rotation.semester_unknown': invalid(() => 'Choose one of your semesters.', 'semester_id'),
  'rotation.min_above_seats': invalid<{ seats: number }>(
    ({ seats }) => `${areSeats(seats)}. Require at most that many students.`,
    'min_seats',
  ),
  'rotation.level_above_seats': invalid<{ seats: number }>(
    ({ seats }) => `${areSeats(seats)}. No year can have more.`,
    'level_seats',
  ),
  'rotation.no_day': invalid(() => 'No day fits this pattern.', 'to'),
  'rotation.too_long': invalid(() => 'A rotation can last at most 400 days.', 'to'),
  'rotation.too_many_days': invalid<{ most: number }>(
    ({ most }) => `At most ${most} shifts in one rotation.`,
    'to',
  ),
  'rotation.leader_without_day': invalid(
    () => 'Choose instructors only for weekdays of this rotation, each weekday once.',
    'instructors',
  ),
  'rotation.series_unknown': conflict(
    () => 'This series has no shifts, or is already a rotation. Reload the page.',
  ),
  'rotation.series_taken': conflict(() => 'This series is already a rotation. Reload the page.'),
  'rotation.several_units': conflict(() => 'A rotation is held on one unit. Choose days of one unit.'),
  'rotation.several_times': conflict(
    () => 'A rotation has the same hours each day. Choose days with the same start and end.',
  ),
  'rotation.day_twice': conflict(() => 'Two of these are on the same day. Choose each day once.'),
  'rotation.several_semesters': conflict(
    () => 'These days are in several semesters. Choose days of one semester.',
  ),
  'rotation.slot_refused': conflict<{ message: string }>(({ message }) => `Nothing was taken. ${message}`),
}

/** Notifications when the shifts of a rotation follow it. */
export const notificationTexts = {
  'rotation.changed': headingText<{ rotation: string }>(({ rotation }) => `${rotation}: shifts changed`),
  'rotation.canceled': headingText<{ rotation: string }>(({ rotation }) => `${rotation} is canceled`),
}
