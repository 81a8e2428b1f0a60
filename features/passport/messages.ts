import { conflict, invalid, notFound } from '#core/refusal.ts'

/** What people read when a passport can't be shared or used. */
export const passportRefusals = {
  'passport.missing': notFound(() => 'We couldn’t find this. Reload the page.'),
  'passport.empty': conflict(() => 'There is nothing to share yet. Send a credential first.'),
  'passport.days': invalid<{ most: number }>(
    ({ most }) => `Choose a day within the next ${most} days.`,
    'ends_on',
  ),
  'passport.links': conflict<{ most: number }>(
    ({ most }) => `You have ${most} open links. Turn one off first.`,
  ),
  'passport.restricted': conflict(
    () => 'Background checks and drug screens are not passed on. Your school requires its own.',
  ),
  'passport.other_type': conflict(
    () => 'Your school does not collect this in the same way. Upload it there.',
  ),
  'passport.over': conflict(() => 'This no longer counts. Upload a new one.'),
  'passport.waiting': conflict(() => 'Your school is reviewing one already.'),
  'passport.too_large': conflict(
    () => 'Your documents are too large for one file. Download them one by one.',
  ),
}
