import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, privacyRefusals } from '../../messages.ts'

type Choice = { student_id: string; opted_out: boolean }

/**
 * Keeps a student's name off the lists that other students see, or lets it back on (34 CFR 99.37). The same choice twice changes
 * nothing. Throws Refused for a student whom the actor does not see.
 */
export async function setDirectoryOptOut(tx: Tx, { student_id: id, opted_out: out }: Choice): Promise<void> {
  const student = await tx
    .selectFrom('users')
    .select('directory_opt_out_at')
    .where('id', '=', id)
    .where('role', '=', 'student')
    .executeTakeFirst()
  if (!student) return refuse(privacyRefusals, refusal('student.not_found'))
  if ((student.directory_opt_out_at !== null) === out) return
  const { rows } = await sql<{ school: string | null; is_own: boolean; at: string }>`
    select app.set_directory_opt_out(${id}::uuid, ${out}::boolean) as school, app.uid() = ${id}::uuid as is_own, now() as at`.execute(
    tx,
  )
  const { school, is_own: isOwn, at } = rows[0]!
  if (school && !isOwn) await notifyStudent(tx, { id, school, at }, out)
}

/** The student is notified of what the school did on their behalf. */
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
