import { conflict, invalid, notFound, refusalMessage } from '#core/refusal.ts'
import { impersonationRefusal, type Whom } from './rules.ts'

/** What people read when a view or an impersonation is refused: code → text. */
export const viewRefusals = {
  'view.school_gone': notFound(() => 'We can’t find that school, or it is no longer active.'),
  'view.facility_gone': notFound(() => 'We can’t find that facility, or it is no longer active.'),
  'impersonation.running': conflict(() => 'You’re already acting as another person. End that first.'),
  'impersonation.say_why': invalid(() => 'Give a reason of at least 10 characters. It’s kept on record.'),
  'impersonation.no_person': notFound(() => 'We can’t find that person.'),
  'impersonation.superadmin': conflict(() => 'No one can act as a superadmin.'),
  'impersonation.not_active': conflict(() => 'Only an active person can be impersonated.'),
  'impersonation.none': conflict(() => 'You’re not acting as another person.'),
}

/** Why this person can't be impersonated, in words, or null; no one impersonates themselves (Spec §6). */
export function impersonationBlocker(person: Whom & { id: string }, me: { id: string }): string | null {
  if (person.id === me.id) return 'This is you.'
  const refused = impersonationRefusal(person)
  return refused && refusalMessage(viewRefusals, refused)
}
