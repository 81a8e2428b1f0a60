import { formatDate } from '#core/plain-date.ts'
import { notificationText } from '#core/notification-texts.ts'
import { howMany } from '#core/number-text.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { WishlistKind } from './contract.ts'

/** What people read when something about a wishlist can't be done. */
export const wishlistRefusals = {
  'wishlist.not_found': notFound(() => 'We can’t find that wishlist.'),
  'wishlist.not_open': conflict(() => 'This wishlist is not open. Reload the page to see its dates.'),
  'wishlist.closed': conflict(() => 'This wishlist has closed. Ask your school if a choice has to change.'),
  'wishlist.too_many': invalid<{ most: number }>(
    ({ most }) => `Choose at most ${most}. Remove one before you add another.`,
    'choices',
  ),
  'wishlist.choice_unknown': conflict(
    () => 'One of these choices is no longer on this wishlist. Reload the page.',
  ),
  'wishlist.no_comments': invalid(() => 'This wishlist doesn’t take comments.', 'choices'),
  'wishlist.days_reversed': invalid(() => 'The last day is before the first day.', 'closes_on'),
  'wishlist.days_over': conflict(
    () => 'The last day of this wishlist is past. Edit it and choose a later one first.',
  ),
  'wishlist.choices_reversed': invalid(
    () => 'The maximum number of choices can’t be lower than the minimum.',
    'max_choices',
  ),
  'wishlist.no_options': invalid<{ kind: WishlistKind }>(({ kind }) =>
    kind === 'capstone' ? 'Choose at least one preceptor or unit.' : 'Choose at least one rotation.',
  ),
  'wishlist.too_few_options': invalid<{ options: number; kind?: WishlistKind }>(
    ({ options, kind }) =>
      `There ${options === 1 ? 'is' : 'are'} ${howMany(options, kind === 'capstone' ? 'option' : 'rotation')} to choose from. Require fewer choices.`,
    'min_choices',
  ),
  'wishlist.semester_unknown': invalid(() => 'Choose one of your semesters.', 'semester_id'),
  'wishlist.rotation_unknown': invalid(
    () => 'One of these rotations no longer has shifts in this semester. Choose again.',
    'rotation_ids',
  ),
  'wishlist.opening_unknown': invalid(
    () => 'One of these preceptors or units no longer takes students in this semester. Choose again.',
    'opening_ids',
  ),
  'wishlist.opening_twice': invalid<{ unit: string }>(
    ({ unit }) => `Offer ${unit} or its preceptors, not both: they share their seats.`,
    'opening_ids',
  ),
  'wishlist.not_to_rank': conflict(
    () => 'The school has matched these students, or someone else changed the list. Reload the page.',
  ),
  'wishlist.old_version': conflict(
    () => 'Someone else changed this wishlist. Reload the page to see what it is now.',
  ),
  'wishlist.declared_anew': conflict(
    () => 'The student changed this in the meantime. Nothing was decided; read it again first.',
  ),
  'wishlist.chosen_anew': conflict<{ party: 'student' | 'school' }>(({ party }) =>
    party === 'school'
      ? 'The choices changed in the meantime, so these were not saved. Close this to see them.'
      : 'Your ranking changed in the meantime, on another page or by your school. This is how it is now.',
  ),
  'wishlist.not_over': conflict(() => 'A wishlist can be archived once it has closed.'),
  'wishlist.concerns_open': conflict(
    () => 'Students can still say that a fact is wrong. Archive the wishlist when that time is over.',
  ),
  'wishlist.not_draft': conflict(
    () => 'Students have already seen this wishlist, so its options can’t change.',
  ),
  'wishlist.has_choices': conflict(
    () => 'Students have made choices, so this wishlist cannot be a draft again. You can extend it.',
  ),
  'wishlist.has_facts': conflict(
    () =>
      'Students have added something, such as a conflict of interest, so this wishlist cannot be a draft again. You can extend it.',
  ),
  'wishlist.not_later': invalid<{ closesOn: string }>(
    ({ closesOn }) => `Choose a day after ${formatDate(closesOn, 'long')} that is not in the past.`,
    'closes_on',
  ),
  'wishlist.closes_today': conflict(
    () => 'This wishlist opened today and closes at the end of today. It cannot close sooner.',
  ),
  'wishlist.no_hardship': invalid(() => 'This wishlist doesn’t take hardship declarations.', 'hardship_kind'),
  'wishlist.conflict_stays': conflict(
    () =>
      'Only a conflict with an employer can be allowed. Reload the page to see what the student declared.',
  ),
  'wishlist.zip_unknown': invalid(() => 'We can’t find that ZIP code.', 'postal_code'),
  'wishlist.not_yours': conflict(() => 'You can no longer change this. Reload the page to see why.'),
  'wishlist.decided': conflict(() => 'The results of this wishlist are published. It can’t be reopened.'),
}

type Facts = { wishlist: string; closesOn: string; kind?: WishlistKind }

/** What students rank; older notifications without a kind are about rotations. */
const ranked = ({ kind }: Facts) => (kind === 'capstone' ? 'preceptors' : 'rotations')

/** Notifications to students about wishlists. */
export const notificationTexts = {
  'wishlist.announced': notificationText<Facts & { opensOn: string }>(
    (values) => `${values.wishlist}: rank your ${ranked(values)}`,
    ({ opensOn, closesOn }) =>
      `Open from ${formatDate(opensOn, 'long')} through the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.opened': notificationText<Facts>(
    ({ wishlist }) => `Wishlist open: ${wishlist}`,
    ({ closesOn, ...values }) =>
      `Rank your ${ranked({ closesOn, ...values })} by the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.closing': notificationText<Facts>(
    ({ wishlist }) => `${wishlist} closes soon`,
    ({ closesOn }) =>
      `Some of your choices are missing. You can make them through the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.to_rank': notificationText<{ wishlist: string }>(
    ({ wishlist }) => `${wishlist}: rank the students who chose you`,
    () => 'A partner school asks you to rank them before it matches students and seats.',
  ),
  'wishlist.closed_early': notificationText<Facts & { isOver: boolean }>(
    ({ wishlist, isOver }) => (isOver ? `${wishlist} is closed` : `${wishlist} closes today`),
    ({ closesOn, isOver }) =>
      isOver
        ? 'Your school closed it before its last day. The choices that you saved count.'
        : `Your school is closing it early. You can change your choices through the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.extended': notificationText<Facts>(
    ({ wishlist }) => `${wishlist} is open longer`,
    ({ closesOn }) => `You can change your choices through the end of ${formatDate(closesOn, 'long')}.`,
  ),
  'wishlist.reminder': notificationText<Facts>(
    ({ wishlist }) => `${wishlist}: your choices are missing`,
    ({ closesOn, ...values }) =>
      `Rank your ${ranked({ closesOn, ...values })} by the end of ${formatDate(closesOn, 'long')}. Without choices, you’ll be placed where seats are left.`,
  ),
}
