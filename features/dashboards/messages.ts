import { notificationText } from '#core/notification-texts.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, formatRange } from '#core/plain-date.ts'
import { attendanceShare, type SiteWeek, type Week } from './rules.ts'

type Ahead = Week & { schools: number; sites: SiteWeek[]; more: number }
type Review = Week & {
  shifts: number
  present: number
  missing: number
  no_shows: number
  /** Shifts of the week that begins. */
  coming: number
  open_seats: number
  /** Requests that no facility has answered. */
  waiting: number
}

const count = (of: number, one: string, none = '0'): string =>
  `${of === 0 ? none : formatNumber(of)} ${one}${of === 1 ? '' : 's'}`

const held = ({ shifts, present, missing, no_shows: noShows }: Review): string => {
  if (shifts === 0) return 'No shifts were held.'
  const share = attendanceShare({ present, missing })
  const came =
    share === null
      ? ''
      : `; ${formatNumber(present)} of ${count(present + missing, 'student')} came (${share}%)${noShows > 0 ? `, ${count(noShows, 'no-show')}` : ''}`
  return `${count(shifts, 'shift')} ${shifts === 1 ? 'was' : 'were'} held${came}.`
}

/** The texts of notifications: code → text. Only numbers: names are on the pages, which check releases. */
export const notificationTexts = {
  'week.ahead': notificationText<Ahead>(
    ({ sites, schools }) =>
      `Next week: ${count(
        sites.reduce((sum, { students }) => sum + students, 0),
        'student',
      )} from ${count(schools, 'school')}`,
    ({ sites, more }) =>
      [
        ...sites.map(
          ({ site, students, shifts, busiest }) =>
            `${site}: ${count(students, 'student')} on ${count(shifts, 'shift')}, most on ${formatDate(busiest.date, 'weekday')} (${busiest.students}).`,
        ),
        `${more > 0 ? `${count(more, 'more site')}. ` : ''}Open the roster for names.`,
      ].join('\n'),
  ),
  'week.review': notificationText<Review>(
    ({ from, to }) => `Your week, ${formatRange(from, to)}`,
    (week) =>
      `${held(week)} This week: ${count(week.coming, 'shift', 'no')}, ${count(week.open_seats, 'open seat', 'no')}, ${count(week.waiting, 'request', 'no')} without an answer.`,
  ),
}
