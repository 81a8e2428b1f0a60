import { formatDate } from '#core/plain-date.ts'
import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'

/** What people read when something about a wishlist cannot be done. */
export const wishlistRefusals = {
  'wishlist.not_found': notFound(() => 'We can’t find that wishlist.'),
  'wishlist.not_open': conflict(() => 'This wishlist is not open. Reload the page to see its dates.'),
  'wishlist.closed': conflict(() => 'This wishlist has closed. Ask your school if a choice has to change.'),
  'wishlist.too_many': invalid<{ most: number }>(
    ({ most }) => `Choose ${most} at most. Remove one before you add another.`,
    'choices',
  ),
  'wishlist.choice_unknown': conflict(
    () => 'One of these rotations is not on this wishlist any more. Reload the page.',
  ),
  'wishlist.no_comments': invalid(() => 'This wishlist takes no comments.', 'choices'),
  'wishlist.days_reversed': invalid(() => 'The last day is before the first day.', 'closes_on'),
  'wishlist.choices_reversed': invalid(
    () => 'The most choices cannot be fewer than the fewest.',
    'max_choices',
  ),
  'wishlist.too_few_options': invalid<{ options: number }>(
    ({ options }) => `There are ${options} rotations to choose from. Require fewer choices.`,
    'min_choices',
  ),
  'wishlist.rotation_unknown': invalid(
    () => 'One of these rotations has no shifts in this semester any more. Choose again.',
    'rotation_ids',
  ),
  'wishlist.not_draft': conflict(
    () => 'Its students have seen this wishlist. Its rotations stay as they are.',
  ),
  'wishlist.has_choices': conflict(
    () => 'Students have made choices, so this wishlist cannot be a draft again. You can extend it.',
  ),
  'wishlist.not_later': invalid<{ closesOn: string }>(
    ({ closesOn }) => `Choose a day after ${formatDate(closesOn, 'long')} that is not in the past.`,
    'closes_on',
  ),
  'wishlist.no_hardship': invalid(() => 'This wishlist takes no hardship.', 'hardship_kind'),
  'wishlist.zip_unknown': invalid(() => 'We can’t find that ZIP code.', 'postal_code'),
  'wishlist.not_declared': conflict(() => 'This cannot be saved. Reload the page.'),
  'wishlist.decided': conflict(() => 'The results of this wishlist are published. It does not open again.'),
}

type Facts = { wishlist: string; closesOn: string }

/** What students are told of wishlists. */
export const notificationTexts = {
  'wishlist.announced': notificationText<Facts & { opensOn: string }>(
    ({ wishlist }) => `${wishlist}: rank your rotations`,
    ({ opensOn, closesOn }) =>
      `Open from ${formatDate(opensOn, 'long')} through the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.extended': notificationText<Facts>(
    ({ wishlist }) => `${wishlist} is open longer`,
    ({ closesOn }) => `You can change your choices through the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.reminder': notificationText<Facts>(
    ({ wishlist }) => `${wishlist}: your choices are missing`,
    ({ closesOn }) =>
      `Rank your rotations by the end of ${formatDate(closesOn, 'long')}. Without choices you are placed where seats are left.`,
  ),
}
