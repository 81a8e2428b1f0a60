import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { personRefusals } from '../../messages.ts'
import { lastBlocker, statusBlocker } from '../../rules.ts'
import { lockPerson, type Seen } from './lock-person.ts'
import { checkedTenant, writePerson } from './write-person.ts'

type Change = Seen & { status: 'active' | 'deactivated' }

/** Deactivates an account, which signs its person out, or reactivates it in the role they had; returns the new version. */
export async function setPersonStatus(tx: Tx, { status, ...seen }: Change): Promise<number> {
  const person = await lockPerson(tx, seen)
  refuseIf(personRefusals, statusBlocker(person, status))
  if (status === 'deactivated') refuseIf(personRefusals, lastBlocker(person))
  const standing = { ...person, status }
  if (status === 'active') await checkedTenant(tx, standing)
  return writePerson(tx, person.id, standing)
}
