import { clockRange } from './clock-time.ts'
import { formatDate, type PlainDate } from './plain-date.ts'

/** What a notification says about a shift: where and when it is; times as '07:00', no unit on campus. */
export type ShiftFacts = {
  unit: string | null
  site: string | null
  date: PlainDate
  start_time: string
  end_time: string
}

/** The names of the unit and its site, or the campus. */
export const where = ({ unit, site }: ShiftFacts): string =>
  unit === null ? 'on campus' : site === null ? unit : `${unit}, ${site}`

/** A shift's date and times: "Tuesday, March 2, 7:00 AM–3:00 PM". */
export const when = ({ date, start_time: start, end_time: end }: ShiftFacts): string =>
  `${formatDate(date, 'full').replace(/, \d{4}$/, '')}, ${clockRange(start, end)}`
