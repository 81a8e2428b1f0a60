import { call } from '@orpc/server'
import { defaultSettings } from '#core/school-settings.ts'
import type { Fixture } from '#database/testing.ts'
import type { SchoolSettings } from '../contract.ts'
import { schoolHandlers } from './handlers.ts'

/** Changes the settings of a school in tests: the defaults with these changes. */
export async function changeSettings(
  context: Awaited<ReturnType<Fixture['as']>>,
  id: string,
  change: Partial<SchoolSettings>,
): Promise<void> {
  const api = schoolHandlers()
  const { version } = await call(api.get, { id }, { context })
  const settings = { ...defaultSettings, ...change }
  await call(api.updateAccount, { id, version, settings, regulatory_profile_id: null }, { context })
}
