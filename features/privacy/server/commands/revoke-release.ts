import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { notificationTexts, privacyRefusals } from '../../messages.ts'
import { endRelease } from './keep-release.ts'
import { notifyOfRelease } from './notify-of-release.ts'

/**
 * Ends a release: from now on nothing more is shared under it, and the log of what was stays. By the student, or by the school for one
 * who wrote so; the other is notified. One that is over stays as it is.
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
  const isOwn = release.student_id === me.userId
  await notifyOfRelease(
    tx,
    id,
    isOwn
      ? notification(notificationTexts, 'release.revoked', { student: release.full_name })
      : notification(notificationTexts, 'release.ended', {}),
    `release revoked ${id}`,
  )
}
