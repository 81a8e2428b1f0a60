import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import type { Tx } from '#platform/server/db.ts'

/** A school's settings, with defaults for those it has not chosen. */
export async function settingsOfSchool(tx: Tx, schoolId: string): Promise<SchoolSettings> {
  const { settings } = await tx
    .selectFrom('schools')
    .select('settings')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return settingsOf(settings as Partial<SchoolSettings>)
}
