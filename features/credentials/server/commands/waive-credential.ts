import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findAsker } from '#platform/server/asker.ts'
import type { Tx } from '#platform/server/db.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals, notificationTexts } from '../../messages.ts'

type Waiver = { id: string; person_id: string; type_id: string; until: string; note: string }

/** Waives what the school asks of someone else, until a day and with a reason; what a facility asks stays asked (domain §2.8). */
export async function waiveCredential(
  tx: Tx,
  { id, person_id: person, type_id: typeId, until, note }: Waiver,
) {
  const asker = await findAsker(tx)
  refuseIf(credentialRefusals, [asker.id, asker.real_id].includes(person) ? refusal('credential.own') : null)
  const type = (await findType(tx, typeId)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  refuseIf(credentialRefusals, type.allows_waiver ? null : refusal('credential.no_waiver'))
  const made = await tx
    .insertInto('credentials')
    .values({
      id,
      school_id: sql<string>`app.school_id()`,
      person_id: person,
      type_id: typeId,
      status: 'waived',
      waived_until: until,
      note,
    })
    .onConflict((known) => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  const { code, values } = notification(notificationTexts, 'credential.waived', { type: type.name, until })
  await sql`select app.notify_credential(${id}::uuid, ${code}, ${JSON.stringify(values)}::jsonb)`.execute(tx)
}
