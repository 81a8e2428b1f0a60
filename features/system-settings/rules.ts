import { refusal } from '#core/refusal.ts'
import type { SettingKey, SystemSettings } from '#core/system-settings.ts'
import type { ConfigChange, LogEntry, LogOptions } from './contract.ts'

/** Why planned maintenance can't be announced, or null: it must not be over. `now` is an ISO instant. */
export function maintenanceBlocker(planned: SystemSettings['maintenance'], now: string) {
  return planned && Date.parse(planned.ends_at) <= Date.parse(now)
    ? refusal('setting.maintenance_over')
    : null
}

/** Expired rows are counted up to this number. */
export const MAX_EXPIRED = 10_000

/** One requested change. */
export type AskedChange = { key: SettingKey; version: number; value: unknown }

/** The changes that a call requests, by setting. */
export const changesIn = (config: ConfigChange): AskedChange[] =>
  Object.entries(config).flatMap(([key, change]) =>
    change === undefined ? [] : [{ key: key as SettingKey, ...change }],
  )

/** True when two values of a setting are equal; the order of a list does not matter. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const ordered = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  return ordered(one ?? null) === ordered(other ?? null)
}

/** The text of an error without email addresses, because mail servers often repeat one in their response. */
export const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>:;,"']+@[^\s<>:;,"']+/g, '…')

/** The entries that match the options, newest first; `now` is an ISO instant. */
export function fittingEntries(entries: readonly LogEntry[], options: LogOptions, now: string): LogEntry[] {
  const { level, source, search = '', within } = options
  const words = search.toLowerCase()
  const since = within === undefined ? 0 : Date.parse(now) - within * 86_400_000
  return entries
    .filter(
      (entry) =>
        (!level || entry.level === level) &&
        (!source || entry.source === source) &&
        Date.parse(entry.at) >= since &&
        `${entry.what} ${entry.message}`.toLowerCase().includes(words),
    )
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** The kinds of jobs started here: one run of a background task, and maintenance of the database. */
export const systemJobKinds = ['system_task', 'system_maintenance'] as const
