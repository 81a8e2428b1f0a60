import { useState } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { useVersions, versionField } from '#ui/use-versions.ts'

type Versioned = { version: number }
type Words<Values> = { [Key in keyof Values]?: (value: Values[Key]) => string }

/** A form value in words: "On", "12", "none" for an empty list. */
export const valueText = (value: unknown): string =>
  value === true ? 'On' : value === false ? 'Off' : String(value ?? '').trim()

/** The fields of a form for comparing two versions, from their labels; `words` formats those that are not shown as they are. */
export function versionFieldsOf<Values extends Record<string, unknown>>(
  labels: Partial<Record<keyof Values & string, string>>,
  words: Words<Values> = {},
) {
  return (Object.entries(labels) as [keyof Values & string, string][]).map(([key, label]) =>
    versionField<Values>(key, label, (values) => (words[key] ?? valueText)(values[key])),
  )
}

/**
 * State of a form for a versioned row: the version that the next save sends, both versions if someone else saved first, and one id for a
 * new row.
 */
export function useLocked<Row extends Versioned, Values extends Record<string, unknown>>(options: {
  row: Row | undefined
  valuesOf: (row: Row | undefined) => Values
  labels: Partial<Record<keyof Values & string, string>>
  words?: Words<Values>
  setValues: (values: Values) => void
}) {
  const { row, valuesOf, labels, words, setValues } = options
  const [start, setStart] = useState(() => valuesOf(row))
  const versions = useVersions<Row, Values>({
    row,
    start,
    valuesOf,
    fields: versionFieldsOf(labels, words),
    setValues,
  })
  const idOf = useContentId()
  return {
    version: versions.version,
    met: versions.met,
    choose: versions.choose,
    /** Call on a failure with the typed values: adopts the newer version if the refusal includes one. */
    meet: versions.meet,
    /** Call after saving if the form stays open: the next change is based on this version. */
    follow(version: number, values: Values): void {
      setStart(values)
      versions.follow(version)
    },
    idOf,
  }
}
