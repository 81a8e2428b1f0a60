import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

/** Asks the students among these who have no release for one, each at most once a day; returns how many were asked. */
export async function askForRelease(tx: Tx, students: readonly string[]): Promise<number> {
  const { rows: schools } = await sql<{ id: string; name: string; today: string; students: string[] }>`
    select s.id, s.name, app.school_today(s.id) as today, array_agg(u.id) as students from public.users u join public.schools s on s.id = u.linked_school_id
    where u.id = any (${students}::uuid[]) and u.role = 'student' and u.status = 'active' and u.email_verified
      and app.administers_school(u.linked_school_id)
      and not exists (select 1 from public.consents c where c.student_id = u.id and c.school_id = u.linked_school_id
        and c.revoked_at is null and c.expires_at > now())
    group by s.id order by s.id`.execute(tx)
  let asked = 0
  for (const { id, name, today, students: people } of schools) {
    const key = `release asked ${today}`
    const how = { to: ['people'], people, type: 'release', url: '/student/profile', key } as const
    const said = notification(notificationTexts, 'release.requested', { school: name })
    asked += await notifyOfRow(tx, { table: 'schools', id }, how, said)
  }
  return asked
}
