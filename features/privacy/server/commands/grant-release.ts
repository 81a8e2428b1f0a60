import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { privacyRefusals } from '../../messages.ts'
import { storeRelease } from './store-release.ts'

type Grant = { id: string; facility_scope: string | null; text_version: string; expires_on: PlainDate }

/** Gives a release as the student, by the text that they read. */
export async function grantRelease(
  tx: Tx,
  { role, userId, linkedSchoolId: schoolId }: Pick<Viewer, 'role' | 'userId' | 'linkedSchoolId'>,
  { id, facility_scope: scope, text_version: textVersion, expires_on: expiresOn }: Grant,
): Promise<void> {
  if (role !== 'student' || schoolId === null) return refuse(privacyRefusals, refusal('release.not_own'))
  await storeRelease(tx, { id, schoolId, studentId: userId, scope, textVersion, signedOn: null, expiresOn })
}
