import type { SystemSettings } from '#core/system-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import { versionMessage } from '#platform/server/version-conflict.ts'
import { settingLabels, settingTexts } from '../../messages.ts'
import type { AskedChange } from '../../rules.ts'

/** The current value of the first setting that changed meanwhile, and who changed what and when since the version sent. */
export async function explainConflict(tx: Tx, asked: readonly AskedChange[], defaults: SystemSettings) {
  const rows = await tx
    .selectFrom('system_settings as s')
    .leftJoin('users as u', 'u.id', 's.created_by')
    .select(['s.key', 's.version', 's.value', 's.created_at as at', 'u.full_name as by'])
    .select(({ eb, fn }) => eb('s.created_by', '=', fn<string>('app.uid')).as('is_me'))
    .where(
      's.key',
      'in',
      asked.map(({ key }) => key),
    )
    .orderBy('s.version', 'desc')
    .execute()
  const met =
    asked.find(({ key, version }) => rows.some((row) => row.key === key && row.version > version)) ??
    asked[0]!
  const { label } = settingLabels[met.key]
  const all = rows.filter(({ key }) => key === met.key)
  const words = (value: unknown) => settingTexts(met.key, value ?? defaults[met.key])
  const changes = all
    .filter(({ version }) => version > met.version)
    .map(({ version, value, at, by, is_me }) => {
      const before = all.find((row) => row.version === version - 1)
      const fields = [{ field: met.key, label, before: words(before?.value), after: words(value) }]
      return { version, at, by, is_me: Boolean(is_me), reason: null, fields }
    })
  return {
    message: versionMessage('setting', changes),
    data: {
      kind: 'version' as const,
      sent_version: met.version,
      current: { version: all[0]?.version ?? 0, value: all[0]?.value ?? null },
      changes,
    },
  }
}
