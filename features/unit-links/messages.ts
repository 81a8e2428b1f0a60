import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, notFound } from '#core/refusal.ts'

/** Why a unit's link can't be created, extended or turned off. */
export const unitLinkRefusals = {
  'unit_link.missing': notFound(() => 'We can’t find that unit among those you run. Reload the page.'),
  'unit_link.none': conflict(() => 'This unit has no working link. Make a new one.'),
  'unit_link.closed': conflict(() => 'This unit is closed to students, so it has no page to share.'),
  'unit_link.off': conflict(
    () =>
      'Your organization turned off pages without sign-in. Its administrators can turn them on in Settings.',
  ),
}

/** What people read when a unit's page shows nothing. */
export const unitPageRefusals = {
  'unit_page.unknown': notFound(
    () =>
      'This link isn’t valid. Scan the poster again, or ask the administrator of your unit in Placewell for a new link.',
  ),
  'unit_page.revoked': conflict(
    ({ unit }: { unit: string }) =>
      `This link was turned off or replaced. Ask the administrator of ${unit} in Placewell for the new one.`,
  ),
  'unit_page.expired': conflict(({ unit, ended }: { unit: string; ended: PlainDate | null }) =>
    [
      ended ? `This link expired on ${formatDate(ended, 'long')}.` : 'This link expired.',
      `Ask the administrator of ${unit} in Placewell to extend it.`,
    ].join(' '),
  ),
  'unit_page.off': conflict(
    ({ unit }: { unit: string }) =>
      `${unit}’s organization requires sign-in for this page. Ask its administrator for today’s students.`,
  ),
}
