/** A span of dates for a narrow place: it breaks after its dash, never within a date. */
export const wholeDates = (span: string): string => span.replaceAll(/(?<!–) /g, '\u00a0')
