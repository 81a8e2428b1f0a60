import type { Maintenance } from '#core/system-settings.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'

/** Planned maintenance that is not over; null also if it cannot be read, so that sign-in still works. */
export async function maintenanceNow({
  settings,
}: {
  settings: SettingsReader
}): Promise<Maintenance | null> {
  const planned = await settings.get('maintenance').catch(() => null)
  return planned && Date.parse(planned.ends_at) > Date.now() ? planned : null
}
