import { useState } from 'react'
import { formatClockTime } from '#core/clock-time.ts'
import { formatDate, formatInFull, isPlainDate } from '#core/plain-date.ts'

/** One change that led to a newer version: who made it, when, why, and each field before and after. */
export type VersionChange = {
  version: number
  at: string
  /** Null means Placewell itself. */
  by: string | null
  is_me: boolean
  reason: string | null
  fields: readonly { field: string; label: string; before: unknown; after: unknown }[]
}
export type VersionConflict<Row> = { current: Row; changes: readonly VersionChange[] }

/** What a refusal says about the newer version, or undefined if it is a refusal of another kind. */
export function conflictOf<Row>(error: unknown): VersionConflict<Row> | undefined {
  const data = (error as { data?: Partial<VersionConflict<Row>> & { kind?: string } } | null)?.data
  return data?.kind === 'version' && data.current !== undefined
    ? { current: data.current, changes: data.changes ?? [] }
    : undefined
}

/** "Dana Lopez", "You, in another tab", "Dana Lopez and Placewell": everyone who changed it, the last first. */
export function whoChanged(changes: readonly VersionChange[]): string {
  const people = [...new Set(changes.map(({ by, is_me: isMe }) => (isMe ? 'You' : (by ?? 'Placewell'))))]
  return people.length === 0 ? 'Someone' : people.join(' and ')
}

/** A value of the audit trail as text; undefined if it is too large for one line, or ids. */
function formatValue(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string' && !/^[\da-f-]{36}$/.test(one))
      ? value.map(formatValue).join(', ') || 'nothing'
      : undefined
  if (typeof value !== 'string') return undefined
  if (isPlainDate(value)) return formatDate(value)
  if (/^\d{2}:\d{2}:\d{2}$/.test(value)) return formatClockTime(value)
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatInFull(new Date(value))
  return value
}

/** "Start 7:00 AM → 8:00 AM", "Proposal": one field of a change on one line. */
export function formatFieldChange({ label, before, after }: VersionChange['fields'][number]): string {
  const [old, now] = [formatValue(before), formatValue(after)]
  return old === undefined || now === undefined ? label : `${label} ${old} → ${now}`
}

/**
 * For a form or dialog on one row: the version that its next call sends, and the conflict it has met. `meet` takes a failed call; if
 * someone else saved first it returns true, and the next call is based on the current row.
 */
export function useConflict<Row extends { version: number }>(start: Row | undefined) {
  const [conflict, setConflict] = useState<VersionConflict<Row>>()
  const [version, setVersion] = useState(start?.version ?? 0)
  return {
    conflict,
    version,
    /** The latest known row. */
    row: conflict?.current ?? start,
    meet(error: unknown): boolean {
      const met = conflictOf<Row>(error)
      if (!met) return false
      setConflict(met)
      setVersion(met.current.version)
      return true
    },
    /** After a save, the next change is based on this version. */
    follow(saved: number): void {
      setVersion(saved)
      setConflict(undefined)
    },
    /** The other version was accepted or viewed, so the conflict is over. */
    settle: (): void => setConflict(undefined),
  }
}

/** For a form on one row: the row as its person last saw it, and whether a newer one has arrived since, which `see` accepts. */
export function useSeen<Row extends { version: number }>(row: Row) {
  const [seen, setSeen] = useState(row)
  return { seen, isNewer: row.version !== seen.version, see: (): void => setSeen(row) }
}
