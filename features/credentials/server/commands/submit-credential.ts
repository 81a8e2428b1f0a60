import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findAsker } from '#platform/server/asker.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialValues } from '#features/credential-types/contract.ts'
import type { Precheck } from '../../contract.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { keepFiles } from '#features/files/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import { submissionBlocker } from '../../rules.ts'

type Sent = {
  id: string
  type_id: string
  values: CredentialValues
  file_ids: string[]
  precheck: Precheck | null
}

/** Sends a credential for review; what waits of the same type is superseded. The sender chooses the id, and the same again changes nothing. */
export async function submitCredential(
  tx: Tx,
  { id, type_id: typeId, values, file_ids: files, precheck }: Sent,
): Promise<void> {
  const { id: me } = await findAsker(tx)
  const known = await tx.selectFrom('credentials').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const type = (await findType(tx, typeId)) ?? refuse(credentialRefusals, refusal('credential.type_retired'))
  refuseIf(credentialRefusals, submissionBlocker(type, files.length))
  await keepFiles(tx, files, { purpose: 'credential', ownerId: me })
  const before = await tx
    .selectFrom('credentials')
    .select(['id', 'status'])
    .where('person_id', '=', me)
    .where('type_id', '=', typeId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (before && (before.status === 'submitted' || before.status === 'in_review'))
    await tx.updateTable('credentials').set({ status: 'superseded' }).where('id', '=', before.id).execute()
  await tx
    .insertInto('credentials')
    .values({
      id,
      school_id: sql<string>`app.school_id()`,
      person_id: me,
      type_id: typeId,
      values: JSON.stringify(values),
      file_ids: files,
      supersedes_id: before?.id ?? null,
      precheck: precheck && JSON.stringify(precheck),
    })
    .execute()
}
