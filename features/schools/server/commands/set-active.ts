import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, schoolRefusals } from '../../messages.ts'
import { activeBlocker } from '../../rules.ts'
import { lockSchool, type Seen } from './lock-school.ts'
import { notifySchool } from './notify-school.ts'

type Change = Seen & { is_active: boolean; reason: string }

/** Deactivates or reactivates a school, by the superadmin: no one new can join a deactivated one, and nothing is lost. */
export async function setActive(tx: Tx, change: Change): Promise<void> {
  const { id, name, ...school } = await lockSchool(tx, change)
  refuseIf(schoolRefusals, activeBlocker(school.is_active, change.is_active))
  await tx.updateTable('schools').set({ is_active: change.is_active }).where('id', '=', id).execute()
  // Open pages of its people show at once that nothing new can be planned, or that it can again.
  await sql`select pg_notify('billing_changed', ${id}::text)`.execute(tx)
  const values = { school: name, reason: change.reason }
  await notifySchool(
    tx,
    id,
    change.is_active
      ? notification(notificationTexts, 'school.reactivated', values)
      : notification(notificationTexts, 'school.deactivated', values),
    '/school/profile',
  )
}
