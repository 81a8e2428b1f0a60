import { refusal } from '#core/refusal.ts'
import type { SettingKey, SystemSettings } from '#core/system-settings.ts'
import type { ConfigChange, LogEntry, LogOptions } from './contract.ts'

/** Why planned maintenance cannot be announced, or null: what is over would be shown to no one. `now` is an ISO instant. */
export function maintenanceRefusal(planned: SystemSettings['maintenance'], now: string) {
  return planned && Date.parse(planned.ends_at) <= Date.parse(now)
    ? refusal('setting.maintenance_over')
    : null
}

/** What is past its time is counted up to this. */
export const EXPIRED_MOST = 10_000

/** One change that was asked for. */
export type AskedChange = { key: SettingKey; version: number; value: unknown }

/** What a call asks to change, by the names of the settings. */
export const changesIn = (config: ConfigChange): AskedChange[] =>
  Object.entries(config).flatMap(([key, change]) =>
    change === undefined ? [] : [{ key: key as SettingKey, ...change }],
  )

/** Are two values of a setting the same? Lists of roles are, in any order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const ordered = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  return ordered(one ?? null) === ordered(other ?? null)
}

/** The text of an error without addresses of people: what a mail server answers often repeats one. */
export const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>:;,"']+@[^\s<>:;,"']+/g, '…')

/** The entries that the options mean, the newest first; `now` is an ISO instant. */
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

/** The kinds of jobs that are started here: one round of background work, and maintenance of the database. */
export const systemJobKinds = ['system_task', 'system_maintenance'] as const
