import { conflict, invalid, notFound, wordsOf } from '#core/refusal.ts'
import { impersonationRefusal, type Whom } from './rules.ts'

/** What people read when a view or an impersonation is refused: code → text. */
export const viewRefusals = {
  'view.school_gone': notFound(() => 'This school does not exist, or is no longer active.'),
  'view.facility_gone': notFound(() => 'This facility does not exist, or is no longer active.'),
  'impersonation.running': conflict(() => 'You already act as another person. End that first.'),
  'impersonation.say_why': invalid(() => 'Say why in at least 10 characters. The reason is kept.'),
  'impersonation.no_person': notFound(() => 'This person does not exist.'),
  'impersonation.superadmin': conflict(() => 'No one can act as a superadmin.'),
  'impersonation.not_active': conflict(() => 'Only an active person can be impersonated.'),
  'impersonation.none': conflict(() => 'You do not act as another person.'),
}

/** Why this person can't be impersonated, in words, or null; no one impersonates themselves (Spec §6). */
export function impersonationBlocker(person: Whom & { id: string }, me: { id: string }): string | null {
  if (person.id === me.id) return 'This is you.'
  const refused = impersonationRefusal(person)
  return refused && wordsOf(viewRefusals, refused)
}
