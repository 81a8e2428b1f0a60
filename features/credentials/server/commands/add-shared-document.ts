import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { SharedDocument } from '../../contract.ts'
import { credentialRefusals } from '../../messages.ts'
import { sharedDocumentBlocker } from '../../rules.ts'
import { findToday } from '../queries/list-credentials.ts'

/** Adds a document of the school that counts for everyone there; repeating it changes nothing. */
export async function addSharedDocument(
  tx: Tx,
  { id, type_id: typeId, ...fields }: Omit<SharedDocument, 'type_name'>,
) {
  const { id: me } = await findActor(tx)
  const known = await tx
    .selectFrom('blanket_credentials')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) return
  const type = (await findType(tx, typeId)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  refuseIf(credentialRefusals, sharedDocumentBlocker(type, fields, await findToday(tx)))
  await keepFiles(tx, fields.file_ids, { purpose: 'credential', ownerId: me })
  await tx
    .insertInto('blanket_credentials')
    .values({ id, type_id: typeId, ...fields, school_id: sql<string>`app.school_id()` })
    .execute()
}

/** Ends a document for everyone: from now on it no longer counts. */
export async function endSharedDocument(tx: Tx, id: string): Promise<void> {
  const ended = await tx
    .updateTable('blanket_credentials')
    .set({ ended_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) refuse(credentialRefusals, refusal('credential.missing'))
}
