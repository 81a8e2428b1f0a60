import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, personRefusals } from '../../messages.ts'
import { changeBlocker, lastBlocker } from '../../rules.ts'
import { lockPerson, type Seen } from './lock-person.ts'
import { checkedTenant, type Standing, writePerson } from './write-person.ts'

type Change = Seen & Omit<Standing, 'status'>

/** Gives a person another role or tenant, by the superadmin; returns the new version. */
export async function changeRole(
  tx: Tx,
  me: { id: string; isSuperadmin: boolean },
  { role, linked_school_id, linked_facility_id, ...seen }: Change,
): Promise<number> {
  if (!me.isSuperadmin) refuse(personRefusals, refusal('person.not_theirs'))
  const person = await lockPerson(tx, seen)
  refuseIf(personRefusals, changeBlocker(person, me))
  if (role !== 'superadmin') refuseIf(personRefusals, lastBlocker({ ...person, last_administrator_of: null }))
  const standing = { role, linked_school_id, linked_facility_id, status: person.status }
  const tenant = await checkedTenant(tx, standing)
  const isSame =
    person.role === role &&
    person.linked_school_id === linked_school_id &&
    person.linked_facility_id === linked_facility_id
  if (isSame) return person.version
  const version = await writePerson(tx, person.id, standing)
  const changed = notification(notificationTexts, 'account.changed', { role, tenant: tenant?.name ?? null })
  const how = { to: ['user_id'], type: 'account_changed', url: {}, key: null } as const
  await notifyOfRow(tx, { table: 'users', id: person.id }, how, changed)
  return version
}
