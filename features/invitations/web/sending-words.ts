import { formatNumber } from '#core/number-text.ts'

/** Says what to do about the rows that were not invited. */
export const unsentWords = (rows: number): string =>
  `${rows === 1 ? '1 row was' : `${formatNumber(rows)} rows were`} not sent. The report says why. Correct them there and import it: students who are already invited are left out.`
