import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { SystemSettings } from '#core/system-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import { settingRefusals } from '../../messages.ts'
import { type AskedChange, isSameValue, maintenanceBlocker } from '../../rules.ts'

/**
 * As the superadmin: adds one change to each setting, all or none. Throws if a setting already has its value, if maintenance is over, and
 * `setting.old_version` if someone changed it since it was seen; of two concurrent changes, the first succeeds.
 */
export async function changeSettings(
  tx: Tx,
  userId: string,
  asked: readonly AskedChange[],
  now: string,
): Promise<void> {
  for (const { key, version, value } of asked) {
    if (key === 'maintenance')
      refuseIf(settingRefusals, maintenanceBlocker(value as SystemSettings['maintenance'], now))
    const before = await tx
      .selectFrom('system_settings')
      .select(['version', 'value'])
      .where('key', '=', key)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if ((before?.version ?? 0) !== version) refuse(settingRefusals, refusal('setting.old_version'))
    if (isSameValue(before?.value, value)) refuse(settingRefusals, refusal('setting.unchanged'))
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('system_settings')
      .values({
        key,
        version: version + 1,
        value: value === null ? null : JSON.stringify(value),
        created_by: userId,
      })
      .onConflict((clash) => clash.columns(['key', 'version']).doNothing())
      .executeTakeFirstOrThrow()
    if (!added) refuse(settingRefusals, refusal('setting.old_version'))
    // Every server clears its cached value once this commits.
    await sql`select pg_notify('settings_changed', ${key})`.execute(tx)
  }
}
