import { sql } from 'kysely'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { privacyRefusals } from '../../messages.ts'

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
  await sql`select app.set_directory_opt_out(${id}::uuid, ${out}::boolean)`.execute(tx)
}
