import { useState } from 'react'
import { conflictOf, type VersionChange } from './versions.ts'
import type { Difference, Whose } from './VersionsNotice.tsx'

/** One field of a form, for comparing two versions of what it edits. */
export type VersionField<Values> = {
  key: string
  label: string
  words: (values: Values) => string
  /** What is compared, if two values can read the same; the words by default. */
  of?: (values: Values) => string
  take: (into: Values, from: Values) => Values
}

/** A field that is one value of the form, shown with `words` or unchanged, and compared as `of` returns it or as it is shown. */
export function versionField<Values extends Record<string, unknown>>(
  key: keyof Values & string,
  label: string,
  words: (values: Values) => string = (values) => String(values[key] ?? '').trim(),
  of = words,
): VersionField<Values> {
  return { key, label, words, of, take: (into, from) => ({ ...into, [key]: from[key] }) }
}

/**
 * The differences between two versions, as text. What only they changed starts with their value, everything else with mine, so neither
 * person's work is lost by default. `base` is the version that my changes started from.
 */
export function differencesIn<Values>(
  fields: readonly VersionField<Values>[],
  base: Values,
  mine: Values,
  theirs: Values,
): Difference[] {
  return fields
    .filter(({ words, of = words }) => of(mine) !== of(theirs))
    .map(({ key, label, words, of = words }) => {
      const whose: Whose = of(mine) === of(base) ? 'theirs' : 'mine'
      return { key, label, mine: words(mine), theirs: words(theirs), whose }
    })
}

/** My version, with their values where those were chosen. */
export function mergedFrom<Values>(
  fields: readonly VersionField<Values>[],
  mine: Values,
  theirs: Values,
  differences: readonly Difference[],
): Values {
  const taken = new Set(differences.filter(({ whose }) => whose === 'theirs').map(({ key }) => key))
  return fields.filter(({ key }) => taken.has(key)).reduce((values, { take }) => take(values, theirs), mine)
}

type Met<Row, Values> = {
  mine: Values
  current: Row
  changes: readonly VersionChange[]
  differences: Difference[]
}

/**
 * For a form on a row with a version: the version that the next save sends, and what to show if someone else saved first. What only they
 * changed is put into the form, what was typed stays, and each difference can be settled either way.
 */
export function useVersions<Row extends { version: number; updated_at?: string }, Values>({
  row,
  start,
  valuesOf,
  fields,
  setValues,
}: {
  row: Row | undefined
  /** The form's initial values. */
  start: Values
  valuesOf: (row: Row) => Values
  fields: readonly VersionField<Values>[]
  setValues: (values: Values) => void
}) {
  const [version, setVersion] = useState(row?.version ?? 0)
  const [met, setMet] = useState<Met<Row, Values>>()
  return {
    version,
    met,
    /** Takes a failed save, with what was typed; returns true if someone else saved first. */
    meet(error: unknown, mine: Values): boolean {
      const conflict = conflictOf<Row>(error)
      if (!conflict) return false
      const base = met ? valuesOf(met.current) : start
      const theirs = valuesOf(conflict.current)
      const differences = differencesIn(fields, base, mine, theirs)
      setValues(mergedFrom(fields, mine, theirs, differences))
      setVersion(conflict.current.version)
      setMet({ mine, ...conflict, differences })
      return true
    },
    /** Takes one version for these differences, in the form at once. */
    choose(keys: readonly string[], whose: Whose): void {
      if (!met) return
      const differences = met.differences.map((each) => (keys.includes(each.key) ? { ...each, whose } : each))
      setValues(mergedFrom(fields, met.mine, valuesOf(met.current), differences))
      setMet({ ...met, differences })
    },
    /** After a save, the next change is based on this version. */
    follow(saved: number): void {
      setVersion(saved)
      setMet(undefined)
    },
  }
}
