import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { notificationTexts, privacyRefusals } from '../../messages.ts'
import { endRelease } from './store-release.ts'

/**
 * Ends a release: nothing more is shared under it, and the log of what was shared stays. By the student, or by the school for a student who
 * requested it in writing; notifies the other. Changes nothing if it is over.
 */
export async function revokeRelease(tx: Tx, me: Pick<Viewer, 'userId'>, id: string): Promise<void> {
  const release = await tx
    .selectFrom('consents')
    .innerJoin('users', 'users.id', 'consents.student_id')
    .select(['consents.student_id', 'users.full_name'])
    .select(sql<boolean>`consents.revoked_at is not null or consents.expires_at <= now()`.as('is_over'))
    .where('consents.id', '=', id)
    .forUpdate('consents')
    .executeTakeFirst()
  if (!release) return refuse(privacyRefusals, refusal('release.not_found'))
  if (release.is_over) return
  await endRelease(tx, id)
  const of = { table: 'consents', id } as const
  const how = { type: 'release', key: `release revoked ${id}` }
  if (release.student_id === me.userId) {
    const revoked = notification(notificationTexts, 'release.revoked', { student: release.full_name })
    await notifyOfRow(
      tx,
      of,
      { ...how, to: ['school', 'superadmin'], url: `/school/students/${me.userId}` },
      revoked,
    )
  } else {
    const ended = notification(notificationTexts, 'release.ended', {})
    await notifyOfRow(tx, of, { ...how, to: ['student_id'], url: '/student/profile' }, ended)
  }
}
