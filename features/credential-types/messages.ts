import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'

/** Why a type or a requirement cannot be changed. */
export const typeRefusals = {
  'credential_type.missing': notFound(() => 'We couldn’t find this credential type. Reload the list.'),
  'credential_type.code_taken': conflict(
    () => 'You have a type with this code already. Choose another code.',
    'code',
  ),
  'credential_type.not_yours': forbidden<{ owner: string }>(
    ({ owner }) => `This type belongs to ${owner}. Add one of your own instead.`,
  ),
  'credential_type.old_version': conflict(
    () => 'Someone just changed this type. Reload to see it, then make your change again.',
  ),
  'credential_type.schools_check': forbidden(
    () => 'Only schools look things up themselves. Choose something that students send.',
  ),
  'credential_requirement.old_version': conflict(
    () => 'Someone just changed this requirement. Reload to see it, then make your change again.',
  ),
  'credential_requirement.in_use': conflict(
    () => 'This is required already and can’t go back to a draft. Stop requiring it instead.',
  ),
  'credential_requirement.unknown_provider': invalid(
    () => 'Choose providers from this type’s form.',
    'providers',
  ),
  'credential_requirement.missing': notFound(() => 'We couldn’t find this requirement. Reload the list.'),
}
