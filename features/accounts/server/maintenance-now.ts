import type { Maintenance } from '#core/system-settings.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'

/** Planned work that is not over; null too where it cannot be read: who is signed in is said without it. */
export async function maintenanceNow({
  settings,
}: {
  settings: SettingsReader
}): Promise<Maintenance | null> {
  const planned = await settings.get('maintenance').catch(() => null)
  return planned && Date.parse(planned.ends_at) > Date.now() ? planned : null
}
