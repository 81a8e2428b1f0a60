import type { Tx } from '#platform/server/db.ts'
import type { Profile } from '../../contract.ts'

export const profileColumns = [
  'id',
  'email',
  'full_name',
  'role',
  'phone',
  'graduation_date',
  'license_in_progress',
  'student_number',
  'time_format',
  'version',
  'created_at',
] as const

export async function ownProfile(tx: Tx, userId: string): Promise<Profile> {
  const row = await tx
    .selectFrom('users')
    .select(profileColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row as Profile
}
