import {
  addDays,
  monthAfter,
  eachDay,
  isPlainDate,
  type PlainDate,
  type PlainMonth,
} from '#core/plain-date.ts'

/** The days of a month. */
export const daysOfMonth = (month: PlainMonth): PlainDate[] =>
  eachDay(`${month}-01`, addDays(`${monthAfter(month, 1)}-01`, -1))

/** Parses 2026-01-15, 1/15/2026, 1/15/26 and "Jan 15, 2026" as 2026-01-15; undefined for anything else, and for days that do not exist. */
export function parseDay(typed: string): PlainDate | undefined {
  const trimmed = typed.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed)
  if (iso) return existing(iso[1], iso[2], iso[3])
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed)
  if (us) return existing(us[3]?.length === 2 ? `20${us[3]}` : us[3], us[1], us[2])
  const named = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(trimmed)
  if (named) return existing(named[3], String(months.indexOf(named[1]?.toLowerCase() ?? '') + 1), named[2])
  return undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function existing(year = '', month = '', day = ''): PlainDate | undefined {
  const candidate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isPlainDate(candidate) ? candidate : undefined
}
