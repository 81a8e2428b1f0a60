import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialType, CredentialValues } from '#features/credential-types/contract.ts'
import type { Precheck } from '../../contract.ts'
import { providersOf } from '#features/credential-types/rules.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { keepFiles } from '#features/files/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import {
  acceptedFor,
  approvalOf,
  isConfirmedByReading,
  providerBlocker,
  submissionBlocker,
} from '../../rules.ts'
import { getComplianceStatus } from '../queries/get-compliance-status.ts'
import { findToday } from '../queries/list-credentials.ts'
import { notifyReviewers } from './notify-reviewers.ts'

type Sent = {
  id: string
  type_id: string
  values: CredentialValues
  file_ids: string[]
  precheck: Precheck | null
  facility_id: string | null
}

/**
 * Sends a credential for review; supersedes a waiting one of the same type and
 * site. The client chooses the id, and repeating it changes nothing.
 */
export async function submitCredential(
  tx: Tx,
  { id, type_id: typeId, values, file_ids: files, precheck, facility_id: site }: Sent,
): Promise<void> {
  const { id: me } = await findActor(tx)
  const sent = await tx.selectFrom('credentials').select('id').where('id', '=', id).executeTakeFirst()
  if (sent) return
  const type = (await findType(tx, typeId)) ?? refuse(credentialRefusals, refusal('credential.type_retired'))
  refuseIf(credentialRefusals, submissionBlocker(type, files.length))
  if (providersOf(type).length > 0)
    refuseIf(
      credentialRefusals,
      providerBlocker(type, values, acceptedFor(await getComplianceStatus(tx, me), typeId)),
    )
  const isOrientation = type.category === 'site_orientation'
  await keepFiles(tx, files, { purpose: 'credential', ownerId: me })
  const ofKind = tx
    .selectFrom('credentials')
    .select('id')
    .where('person_id', '=', me)
    .where('type_id', '=', typeId)
    .where('school_id', '=', sql<string>`app.school_id()`)
    .where('facility_id', 'is not distinct from', isOrientation ? site : null)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
  const before = await ofKind.executeTakeFirst()
  // The one that waits may be older: the school can have recorded or waived another since.
  const waiting = await ofKind.where('status', 'in', ['submitted', 'in_review']).executeTakeFirst()
  if (waiting)
    await tx.updateTable('credentials').set({ status: 'superseded' }).where('id', '=', waiting.id).execute()
  const decided =
    isOrientation && site && isConfirmedByReading(type) ? confirmed(type, values, await findToday(tx)) : null
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
      facility_id: isOrientation ? site : null,
      ...decided,
    })
    .execute()
  if (!decided) await notifyReviewers(tx, id, type)
}

/** The status of a confirmed orientation, which counts from its date to the last day of its rule. */
function confirmed(type: CredentialType, values: CredentialValues, today: PlainDate) {
  const { refused, ...dates } = approvalOf(type, values, { termEnd: null, today })
  return refused ? refuse(credentialRefusals, refused) : { status: 'approved' as const, ...dates }
}
