import { notification } from '#core/notification-texts.ts'
import type { CredentialType } from '#features/credential-types/contract.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { findToday } from '../queries/list-credentials.ts'

/** Where each role reviews. */
const pages = {
  superadmin: '/admin/compliance',
  facility_admin: '/facility/credentials',
  '': '/school/compliance/students/verification-queue',
}

/** Notifies those who review a submission that the caller just made, each once a day: the queue has the rest. */
export async function notifyReviewers(
  tx: Tx,
  id: string,
  { name: type, owner_facility_id: facility }: Pick<CredentialType, 'name' | 'owner_facility_id'>,
): Promise<void> {
  const to = [facility ? 'decider_ids' : 'school', 'superadmin'] as const
  const how = { to, type: 'credential_submitted', url: pages, key: `credentials sent ${await findToday(tx)}` }
  await notifyOfRow(
    tx,
    { table: 'credentials', id },
    how,
    notification(notificationTexts, 'credential.submitted', { type }),
  )
}
