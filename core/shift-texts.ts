/**
 * The free texts of a shift's plan (Domain 2.4): what each is called in forms, histories and comparisons, and its longest in
 * characters. The contract, the reads, the writes, the form, the history and the copies of a semester follow from here;
 * docs/architecture.md says what a new one needs next to its line.
 */
const texts = {
  title: { label: 'Title', max: 200, isCopied: true },
  course_code: { label: 'Course', max: 40, isCopied: true },
  credited_hours_reason: { label: 'Why other hours', max: 500 },
  arrival_note: {
    label: 'Notes for the arrival',
    max: 2000,
    isCopied: true,
    isNote: true,
  },
} as const satisfies Record<string, ShiftTextOptions>

type ShiftTextOptions = {
  label: string
  max: number
  /** It goes along when a semester is copied. */
  isCopied?: boolean
  /** The form asks for it at its end, in a field of several lines. */
  isNote?: boolean
}

export type ShiftText = keyof typeof texts
export const shiftTexts: Readonly<Record<ShiftText, ShiftTextOptions>> = texts
export const shiftTextNames = Object.keys(texts) as readonly ShiftText[]
export const copiedShiftTexts = shiftTextNames.filter((name) => shiftTexts[name].isCopied)
export const shiftNotes = shiftTextNames.filter((name) => shiftTexts[name].isNote)

/** One value for each text: `ofShiftTexts(() => null)` are the texts of a shift that says nothing. */
export const ofShiftTexts = <Value>(valueOf: (name: ShiftText) => Value): Record<ShiftText, Value> =>
  Object.fromEntries(shiftTextNames.map((name) => [name, valueOf(name)])) as Record<ShiftText, Value>

export const shiftTextLabels = ofShiftTexts((name) => shiftTexts[name].label)
