import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { approvalPage, approvingParty } from '../../rules.ts'

type Waiting = { id: string; version: number; role: string; applicant: string }

/** As the sign-in login: notifies those who decide that someone waits; the superadmins where there is no one else. */
export async function notifyApprovers(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<Waiting>`select * from app.waiting_signup(${userId}::uuid)`.execute(tx)
  for (const { id, version, role, applicant } of rows) {
    const url = { superadmin: approvalPage(role, false), '': approvalPage(role, true) }
    const key = `signup ${id} ${version}`
    const how = { to: [approvingParty(role), 'superadmin'], type: 'signup_requested', url, key } as const
    const said = notification(notificationTexts, 'signup.requested', { applicant })
    await notifyOfRow(tx, { table: 'signup_requests', id }, how, said)
  }
}
