/**
 * The free texts of a shift's plan (Domain 2.4): what each is called in forms, histories and comparisons, its longest in characters,
 * and, where a story can be told in it, what looks like patient data and may stand there all the same. The contract, the reads, the
 * writes, the form and the copies of a semester follow from here; docs/architecture.md says what a new one needs next to its line.
 */
const texts = {
  title: { label: 'Title', max: 200, isCopied: true },
  course_code: { label: 'Course', max: 40, isCopied: true },
  credited_hours_reason: { label: 'Why other hours', max: 500, mayName: [] },
  // How to find the unit, and whom to call there.
  arrival_note: {
    label: 'Notes for the arrival',
    max: 2000,
    mayName: ['phone', 'room'],
    isCopied: true,
    isNote: true,
  },
} as const satisfies Record<string, ShiftTextOptions>

type ShiftTextOptions = {
  label: string
  max: number
  mayName?: readonly ('phone' | 'room')[]
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
