import { addDays, type PlainDate, weekdayOf } from './plain-date.ts'

export type FederalHoliday = { date: PlainDate; name: string }

/**
 * The federal holidays of a year by the rules in force since 2021 (5 U.S.C. 6103; Executive Order 11582, section 3), in order. One on a
 * Saturday is also observed on the Friday before, one on a Sunday on the Monday after.
 */
export function federalHolidays(year: number): FederalHoliday[] {
  const day = (month: number, date: number, of = year): PlainDate =>
    `${of}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  /** The nth Monday (1) or Thursday (4) on or after the first of a month. */
  const nth = (n: number, weekday: number, month: number): PlainDate => {
    const first = day(month, 1)
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1))
  }
  const onFixedDays = [
    { date: day(1, 1), name: "New Year's Day" },
    { date: day(6, 19), name: 'Juneteenth' },
    { date: day(7, 4), name: 'Independence Day' },
    { date: day(11, 11), name: 'Veterans Day' },
    { date: day(12, 25), name: 'Christmas Day' },
    // The next year's may be observed on the last day of this one.
    { date: day(1, 1, year + 1), name: "New Year's Day" },
  ]
  return [
    ...onFixedDays,
    ...onFixedDays.flatMap(({ date, name }) => {
      const shift = { 6: -1, 7: 1 }[weekdayOf(date) as number]
      return shift === undefined ? [] : [{ date: addDays(date, shift), name: `${name} (substitute day)` }]
    }),
    { date: nth(3, 1, 1), name: 'Martin Luther King Jr. Day' },
    { date: nth(3, 1, 2), name: "Washington's Birthday" },
    { date: addDays(nth(1, 1, 6), -7), name: 'Memorial Day' },
    { date: nth(1, 1, 9), name: 'Labor Day' },
    { date: nth(2, 1, 10), name: 'Columbus Day' },
    { date: nth(4, 4, 11), name: 'Thanksgiving Day' },
  ]
    .filter(({ date }) => date.startsWith(`${year}-`))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}
