import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { approvalPage, approvingParty } from '../../rules.ts'
import { findPerson } from '../queries/find-person.ts'

/** As the sign-in login: notifies those who decide that a person is waiting; the superadmins if there is no one else. */
export async function notifyApprovers(tx: Tx, userId: string): Promise<void> {
  const person = await findPerson(tx, { id: userId })
  if (!person?.request_id) return
  const { request_id: id, request_version: version, request_role: role, full_name: applicant } = person
  const url = { superadmin: approvalPage(role, false), '': approvalPage(role, true) }
  const key = `signup ${id} ${version}`
  const how = { to: [approvingParty(role), 'superadmin'], type: 'signup_requested', url, key } as const
  const said = notification(notificationTexts, 'signup.requested', { applicant })
  await notifyOfRow(tx, { table: 'signup_requests', id }, how, said)
}
