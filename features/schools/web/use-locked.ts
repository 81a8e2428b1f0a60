import { useRef, useState } from 'react'
import { useVersions, versionField } from '#ui/use-versions.ts'

type Versioned = { version: number }
type Words<Values> = { [Key in keyof Values]?: (value: Values[Key]) => string }

/** A value of a form in words: "On", "12", "none" of an empty list. */
export const valueText = (value: unknown): string =>
  value === true ? 'On' : value === false ? 'Off' : String(value ?? '').trim()

/** The fields of a form for comparing two versions, from their labels; `words` says those that are not read as they are. */
export function versionFieldsOf<Values extends Record<string, unknown>>(
  labels: Partial<Record<keyof Values & string, string>>,
  words: Words<Values> = {},
) {
  return (Object.entries(labels) as [keyof Values & string, string][]).map(([key, label]) =>
    versionField<Values>(key, label, (values) => (words[key] ?? valueText)(values[key])),
  )
}

/**
 * What a form of a row with a version remembers: the version its next save names, both versions when someone else saved first, and one
 * id for what it creates.
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
  // One id per content: sent twice by a shaky network, it creates once; what is changed after a refusal is another.
  const last = useRef({ content: '', id: '' })
  return {
    version: versions.version,
    met: versions.met,
    choose: versions.choose,
    /** On a failure, with what was typed: takes over the newer version where the refusal carries one. */
    meet: versions.meet,
    /** Saved, and the form stays: the next change is of this version. */
    follow(version: number, values: Values): void {
      setStart(values)
      versions.follow(version)
    },
    idOf(content: object): string {
      const text = JSON.stringify(content)
      if (last.current.content !== text) last.current = { content: text, id: crypto.randomUUID() }
      return last.current.id
    },
  }
}
