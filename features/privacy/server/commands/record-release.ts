import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, privacyRefusals } from '../../messages.ts'
import { PAPER_VERSION } from '../../rules.ts'
import { storeRelease } from './store-release.ts'

type Paper = {
  id: string
  student_id: string
  facility_scope: string | null
  signed_on: PlainDate
  expires_on: PlainDate
}

/** Records what a student signed on paper, which the school keeps; notifies the student. */
export async function recordRelease(
  tx: Tx,
  { id, student_id: studentId, facility_scope: scope, signed_on: signedOn, expires_on: expiresOn }: Paper,
): Promise<void> {
  const student = await tx
    .selectFrom('users')
    .select('linked_school_id')
    .where('id', '=', studentId)
    .where('role', '=', 'student')
    .where('email_verified', '=', true)
    .where(sql<boolean>`app.administers_school(linked_school_id)`)
    .executeTakeFirst()
  const schoolId = student?.linked_school_id ?? null
  if (schoolId === null) return refuse(privacyRefusals, refusal('student.not_found'))
  const textVersion = PAPER_VERSION
  const kept = await storeRelease(tx, { id, schoolId, studentId, scope, textVersion, signedOn, expiresOn })
  const delivery = {
    to: ['student_id'],
    type: 'release',
    url: '/student/profile',
    key: `release ${kept}`,
  } as const
  await notifyOfRow(
    tx,
    { table: 'consents', id: kept },
    delivery,
    notification(notificationTexts, 'release.recorded', {}),
  )
}
