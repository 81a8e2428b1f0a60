import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { lastAdministratorWords } from '#features/departures/rules.ts'
import { asRole, type Role } from '#core/roles.ts'

/** Notification texts: code → text. */
export const notificationTexts = {
  'account.changed': notificationText<{ role: Role; tenant: string | null }>(
    () => 'Your account was changed',
    ({ role, tenant }) => `You are now ${asRole(role)}${tenant ? ` at ${tenant}` : ''}.`,
  ),
}

/** Why a change of an account can't be undone. */
export const undoRefusals = {
  'account_change.not_found': notFound(() => 'We can’t find that entry.'),
  'account_change.other_kind': conflict(() => 'This kind of change can’t be undone.'),
  'account_change.too_late': conflict(() => 'This can be undone only for 24 hours.'),
  'account_change.changed_since': conflict(() => 'This has been changed since then, so it can’t be undone.'),
}

type Named = { name: string }

/** Why a person can't be changed: code → text. */
export const personRefusals = {
  'person.missing': notFound(() => 'We can’t find that person.'),
  'person.not_theirs': forbidden(() => 'You don’t have permission to change this person.'),
  'person.old_version': conflict<Named>(
    ({ name }) => `${name} was just changed. Review it before you decide.`,
  ),
  'person.own_role': conflict(() => 'You can’t change your own role or status.'),
  'person.waits': conflict<Named>(
    ({ name }) => `${name} is waiting for approval. Decide on the request first.`,
  ),
  'person.not_active': conflict(() => 'Only an active person can be deactivated.'),
  'person.not_deactivated': conflict(() => 'This person is not deactivated.'),
  'person.no_reason': invalid(() => 'Give a reason. It’s kept on record.', 'reason'),
  'person.last_superadmin': conflict(() => 'This is the last superadmin. Name another one first.'),
  'person.last_administrator': conflict<Named & { tenant: string }>(lastAdministratorWords),
  'person.superadmin_links': invalid(() => 'A superadmin doesn’t belong to a school or facility.'),
  'person.no_school': invalid(() => 'A facility admin belongs to a facility, not to a school.'),
  'person.choose_facility': invalid(() => 'Choose the facility of this facility admin.'),
  'person.facility_gone': invalid(() => 'We can’t find that facility, or it is closed.'),
  'person.no_facility': invalid(() => 'This role belongs to a school, not to a facility.'),
  'person.choose_school': invalid(() => 'Choose the school this person belongs to.'),
  'person.school_gone': invalid(() => 'We can’t find that school, or it is no longer active.'),
}
