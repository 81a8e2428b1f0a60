import { forbidden, notFound } from '#core/refusal.ts'

/** Why an action on logos is refused: code → text. */
export const logoRefusals = {
  'logo.school_decides': forbidden(() => 'Only the school’s administrators can change its logo.'),
  'logo.organization_decides': forbidden(() => 'Only the organization’s administrators can change its logo.'),
  'logo.no_organization': notFound(() => 'We can’t find that organization, or it is no longer active.'),
}
