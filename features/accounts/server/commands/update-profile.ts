import type { TimeFormat } from '#core/time-format.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Profile } from '../../contract.ts'
import { profileColumns } from '../queries/own-profile.ts'

/** Returns undefined if the profile changed since the caller read it. */
export async function updateProfile(
  tx: Tx,
  userId: string,
  version: number,
  values: {
    full_name: string
    phone: string | null
    graduation_date?: string | null
    license_in_progress?: boolean
    time_format?: TimeFormat
  },
): Promise<Profile | undefined> {
  const row = await tx
    .updateTable('users')
    .set(values)
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning(profileColumns)
    .executeTakeFirst()
  return row as Profile | undefined
}
