import { forbidden, notFound } from '#core/refusal.ts'

/** Why the settings of an organization are not changed. */
export const facilityTeamRefusals = {
  'settings.no_organization': notFound(() => 'We can’t find that organization.'),
  'settings.not_yours': forbidden(() => 'You may not do this.'),
}
