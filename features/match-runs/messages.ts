import { formatDate } from '#core/plain-date.ts'
import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { NotPlaced } from './contract.ts'

/** Why an action on a match run is refused: code → text. */
export const runRefusals = {
  'run.not_found': notFound(() => 'We can’t find that run.'),
  'run.not_closed': conflict(
    () => 'Students can still change their choices. Match once the wishlist has closed.',
  ),
  'run.decided': conflict(() => 'The results of this wishlist are already published.'),
  'run.no_students': conflict(() => 'No active student is in the cohorts of this wishlist.'),
  'run.too_few_blocks': invalid<{ room: number; rotations: number }>(
    ({ room, rotations }) =>
      `Each student needs ${rotations} rotations, but the days of these options leave room for only ${room}.`,
    'rotations',
  ),
  'run.settled': conflict(() => 'This run can’t be changed. Reload the page to see its status.'),
  'run.infeasible': conflict(() => 'This run found no match. Change a rule and run it again.'),
  'run.student_unknown': conflict(() => 'This student is not part of this run.'),
  'run.option_unknown': conflict(() => 'This option is not part of this run.'),
  'run.breaks_rules': conflict<{ sentences: string }>(({ sentences }) => sentences),
  'run.same_option': invalid(() => 'The student is already placed there.', 'option_ids'),
  'run.edit_unknown': conflict(() => 'This edit was undone, or followed by another one of the same student.'),
  // One per line, because the school goes through them one by one.
  'run.not_placed': conflict<{ count: number; placements: readonly NotPlaced[] }>(({ count, placements }) =>
    [
      `Nothing was published: ${count} ${count === 1 ? 'placement cannot be made' : 'placements cannot be made'}.`,
      ...placements.map(({ sentence }) => sentence),
      ...(count > placements.length ? [`And ${count - placements.length} more.`] : []),
    ].join('\n'),
  ),
  'concern.not_found': notFound(() => 'We can’t find that concern.'),
  'concern.not_open': conflict(() => 'The time for concerns is over. Talk to your school.'),
  'concern.raised': conflict(() => 'You already raised this.'),
  'concern.answered': conflict(() => 'This concern was already answered.'),
}

/** Notifications about results and concerns: code → text. */
export const notificationTexts = {
  'wishlist.published': notificationText<{ wishlist: string; until: string }>(
    ({ wishlist }) => `${wishlist}: your result is here`,
    ({ until }) =>
      `See where you are placed and why. If a fact is wrong, say so by ${formatDate(until, 'long')}.`,
  ),
  'concern.raised': notificationText<{ wishlist: string }>(
    ({ wishlist }) => `${wishlist}: a student says that a fact is wrong`,
    () => 'Read the concern and answer it.',
  ),
  'concern.answered': notificationText<{ wishlist: string; isUpheld: boolean }>(
    ({ wishlist }) => `${wishlist}: your concern was answered`,
    ({ isUpheld }) =>
      isUpheld ? 'Your school agrees. Read what happens next.' : 'Your school does not agree. Read why.',
  ),
}
