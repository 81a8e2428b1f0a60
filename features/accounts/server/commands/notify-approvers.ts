import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { approvalPage } from '../../rules.ts'

type Waiting = {
  id: string
  version: number
  role: string
  applicant: string
  approvers: string[]
  superadmins: string[]
}

/** As the sign-in login: notifies those who decide that someone waits; the superadmins where there is no one else. */
export async function notifyApprovers(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<Waiting>`select * from app.approvers_of(${userId}::uuid)`.execute(tx)
  const notices = rows.map(({ id, version, role, applicant, approvers, superadmins }) => ({
    to: approvers.length > 0 ? approvers : superadmins,
    type: 'signup_requested',
    ...notification(notificationTexts, 'signup.requested', { applicant }),
    url: approvalPage(role, approvers.length > 0),
    key: `signup ${id} ${version}`,
  }))
  await notifyPeople(tx, notices)
}
