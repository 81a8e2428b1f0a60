/**
 * The free texts of a shift's plan (Domain 2.4): their labels in forms, histories and comparisons, and their maximum length in characters.
 * The contract, the reads, the writes, the form, the history and the copies of a semester use this list; docs/architecture.md says what
 * else a new text needs.
 */
const texts = {
  title: { label: 'Title', max: 200, isCopied: true },
  course_code: { label: 'Course', max: 40, isCopied: true },
  credited_hours_reason: { label: 'Reason for different hours', max: 500 },
  arrival_note: {
    label: 'Arrival notes',
    max: 2000,
    isCopied: true,
    isNote: true,
  },
} as const satisfies Record<string, ShiftTextOptions>

type ShiftTextOptions = {
  label: string
  max: number
  /** Copied with a semester. */
  isCopied?: boolean
  /** Shown at the end of the form, in a field of several lines. */
  isNote?: boolean
}

export type ShiftText = keyof typeof texts
export const shiftTexts: Readonly<Record<ShiftText, ShiftTextOptions>> = texts
export const shiftTextNames = Object.keys(texts) as readonly ShiftText[]
export const copiedShiftTexts = shiftTextNames.filter((name) => shiftTexts[name].isCopied)
export const shiftNotes = shiftTextNames.filter((name) => shiftTexts[name].isNote)

/** An object with one value for each text: `ofShiftTexts(() => null)` are the texts of a shift that has none. */
export const ofShiftTexts = <Value>(valueOf: (name: ShiftText) => Value): Record<ShiftText, Value> =>
  Object.fromEntries(shiftTextNames.map((name) => [name, valueOf(name)])) as Record<ShiftText, Value>

export const shiftTextLabels = ofShiftTexts((name) => shiftTexts[name].label)
