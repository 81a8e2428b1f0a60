import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import type { ExpirationCounts } from '../contract.ts'

type Week = {
  from: PlainDate
  /** The short name of the month, in the first week that ends in it. */
  month: string | null
  all: number
  affecting: number
}

/** The weeks from `today` to `within` days later, also those in which nothing expires. */
export function weeksOf(today: PlainDate, within: number, found: ExpirationCounts['weeks']): Week[] {
  const counts = new Map(found.map((one) => [one.week, one]))
  return Array.from({ length: Math.ceil((within + 1) / 7) }, (_, week) => {
    const from = addDays(today, week * 7)
    const end = addDays(from, 6)
    const isFirst = week === 0 || addDays(from, -1).slice(0, 7) !== end.slice(0, 7)
    const { all = 0, affecting = 0 } = counts.get(week) ?? {}
    return { from, month: isFirst ? formatDate(end).split(' ')[0]! : null, all, affecting }
  })
}
