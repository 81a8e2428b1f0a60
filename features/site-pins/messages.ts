import { conflict, forbidden, notFound } from '#core/refusal.ts'

/** What people read when a site's check-in location can't be confirmed. */
export const sitePinRefusals = {
  'site_pin.not_found': notFound(() => 'We can’t find that site.'),
  'site_pin.not_yours': forbidden(
    () => 'The site’s facility confirms this, or a school with an active partnership there.',
  ),
  'site_pin.closed': conflict(() => 'This site is closed. Restore it first.'),
  'site_pin.facility_confirmed': conflict(
    () => 'The facility confirmed this location. Ask its administrators to move it.',
  ),
  'site_pin.changed': conflict(() => 'Someone else just changed this location. Reload the page to see it.'),
}
