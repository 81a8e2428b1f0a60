import { forbidden, notFound } from '#core/refusal.ts'

/** Why an action on logos is refused: code → text. */
export const logoRefusals = {
  'logo.school_decides': forbidden(() => 'Only the administrators of a school change it.'),
  'logo.organization_decides': forbidden(() => 'Only the administrators of an organization choose its logo.'),
  'logo.no_organization': notFound(() => 'We can’t find that organization, or it is no longer active.'),
}
