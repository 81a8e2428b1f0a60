import { clockRange } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { mailBody } from '#platform/server/mail-layout.ts'

export type ChangedDay = { date: PlainDate; start_time: string; end_time: string; is_planned: boolean }
type About = { title: string; school: string; preceptor: string; days: readonly ChangedDay[] }

/** The most days of each kind that one email lists. */
const MOST = 40

const dayWords = ({ date, start_time, end_time }: ChangedDay): string =>
  `${formatDate(date, 'weekday')}, ${clockRange(start_time.slice(0, 5), end_time.slice(0, 5))}`

function subjectOf(planned: readonly ChangedDay[], gone: readonly ChangedDay[]): string {
  if (planned.length > 0 && gone.length > 0) return 'Days with your student have changed'
  const [first] = [...planned, ...gone]
  if (planned.length + gone.length > 1)
    return planned.length > 0
      ? `${formatNumber(planned.length)} days with your student are planned`
      : `${formatNumber(gone.length)} days with your student do not take place`
  const day = formatDate(first!.date, 'weekday')
  return planned.length > 0 ? `Your student comes on ${day}` : `Your student does not come on ${day}`
}

/** The email to a preceptor without an account about days that were planned, or that do not take place. */
export function daysMail({ title, school, preceptor, days }: About) {
  const planned = days.filter((one) => one.is_planned)
  const gone = days.filter((one) => !one.is_planned)
  const list = (heading: string, those: readonly ChangedDay[]): string[] =>
    those.length === 0
      ? []
      : [
          heading,
          ...those.slice(0, MOST).map(dayWords),
          ...(those.length > MOST ? [`And ${formatNumber(those.length - MOST)} more.`] : []),
        ]
  const subject = subjectOf(planned, gone)
  const body = mailBody({
    heading: subject,
    paragraphs: [
      `Hello ${preceptor},`,
      `This is about “${title}”, a project of a student of ${school}.`,
      ...list('Planned with you:', planned),
      ...list('Not with you, or not then:', gone),
    ],
    footnote:
      'After each day you get a link to confirm its hours. If a day does not suit you, ask the school.',
  })
  return { subject, ...body }
}
