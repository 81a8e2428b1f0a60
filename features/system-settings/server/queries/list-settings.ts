import type { SettingKey, SystemSettings } from '#core/system-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Setting, SettingVersion } from '../../contract.ts'

type Known = {
  key: SettingKey
  version: number
  value: unknown
  changed_at: string
  changed_by_name: string | null
}

const newest = (tx: Tx) =>
  tx
    .selectFrom('system_settings as s')
    .leftJoin('users as u', 'u.id', 's.created_by')
    .distinctOn('s.key')
    .select(['s.key', 's.version', 's.value', 's.created_at as changed_at', 'u.full_name as changed_by_name'])
    .orderBy('s.key')
    .orderBy('s.version', 'desc')

/** Every setting with its current value, in the product's order. */
export async function listSettings(tx: Tx, defaults: SystemSettings): Promise<Setting[]> {
  const known = new Map(((await newest(tx).execute()) as Known[]).map((row) => [row.key, row]))
  return (Object.keys(defaults) as SettingKey[]).map((key) => {
    const { value = null, ...row } = known.get(key) ?? { version: 0, changed_at: null, changed_by_name: null }
    return {
      key,
      version: row.version,
      changed_at: row.changed_at,
      changed_by_name: row.changed_by_name,
      value: value ?? defaults[key],
      default: defaults[key],
      is_default: value === null,
    }
  })
}

/** Maximum number of changes of a setting that are shown. */
const SHOWN = 50

/** The changes of a setting, newest first. */
export async function listVersions(tx: Tx, key: SettingKey): Promise<SettingVersion[]> {
  return tx
    .selectFrom('system_settings as s')
    .leftJoin('users as u', 'u.id', 's.created_by')
    .select(['s.version', 's.value', 's.created_at as at', 'u.full_name as by_name'])
    .where('s.key', '=', key)
    .orderBy('s.version', 'desc')
    .limit(SHOWN)
    .execute()
}
