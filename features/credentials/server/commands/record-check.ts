import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialValues } from '#features/credential-types/contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals, notificationTexts } from '../../messages.ts'
import { approvalOf, checkBlocker, checkValuesBlocker } from '../../rules.ts'
import { findTermEnd } from '../queries/find-term-end.ts'
import { isOfSchool } from '../queries/is-of-school.ts'
import { findToday } from '../queries/list-credentials.ts'
import { notifyOwner } from './notify-owner.ts'

type Check = { id: string; person_id: string; type_id: string; values: CredentialValues }

/** Records what the caller's school checked itself about a person: it counts from its date on. Repeating it changes nothing. */
export async function recordCheck(tx: Tx, { id, values, ...of }: Check): Promise<void> {
  const type = (await findType(tx, of.type_id)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  refuseIf(credentialRefusals, checkBlocker(type, of, await findActor(tx)))
  refuseIf(credentialRefusals, checkValuesBlocker(values))
  if (!(await isOfSchool(tx, of.person_id))) refuse(credentialRefusals, refusal('credential.nobody'))
  const facts = {
    termEnd: await findTermEnd(tx, String(values['issued_on'])),
    today: await findToday(tx),
  }
  const { refused, ...dates } = approvalOf(type, values, facts)
  if (refused) return refuse(credentialRefusals, refused)
  const made = await tx
    .insertInto('credentials')
    .values({
      id,
      school_id: sql<string>`app.school_id()`,
      ...of,
      status: 'approved',
      source: 'check',
      values: JSON.stringify(values),
      ...dates,
    })
    .onConflict((known) => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  const about = { type: type.name, until: dates.expires_on ?? null }
  await notifyOwner(tx, id, notification(notificationTexts, 'credential.approved', about))
}
