import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { notificationTexts, privacyRefusals } from '../../messages.ts'

type Choice = { student_id: string; opted_out: boolean }

/**
 * As the sign-in login, with the session of a student or their school: hides the student's name from other students' lists, or shows it
 * again (34 CFR 99.37). Repeating the same choice changes nothing. Throws Refused for a student whom the caller may not change.
 */
export async function setDirectoryOptOut(
  tx: Tx,
  { userId }: Pick<Viewer, 'userId'>,
  { student_id: id, opted_out: out }: Choice,
): Promise<void> {
  const student = await tx
    .selectFrom('users')
    .select(['linked_school_id as school', 'directory_opt_out_at', sql<string>`now()`.as('now')])
    .where('id', '=', id)
    .where('role', '=', 'student')
    .executeTakeFirst()
  if (!student) return refuse(privacyRefusals, refusal('student.not_found'))
  const { school, directory_opt_out_at: since, now } = student
  if ((since !== null) === out) return
  const { numUpdatedRows: changed } = await tx
    .updateTable('users')
    .set({ directory_opt_out_at: out ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('directory_opt_out_at', out ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (changed && school && id !== userId) await notifyStudent(tx, { id, school, at: now }, out)
}

/** Notifies the student of what the school did on their behalf. */
async function notifyStudent(
  tx: Tx,
  { id, school, at }: { id: string; school: string; at: string },
  out: boolean,
): Promise<void> {
  const how = {
    to: ['people'],
    people: [id],
    type: 'release',
    url: '/student/profile',
    key: `directory ${at}`,
  } as const
  const said = notification(notificationTexts, out ? 'directory.left' : 'directory.joined', {})
  await notifyOfRow(tx, { table: 'schools', id: school }, how, said)
}
