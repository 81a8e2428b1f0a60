import { addDays, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Frequency, ReportKind, SavedReport } from './contract.ts'

/** The title and purpose of each report. */
export const kindWords: Record<ReportKind, { title: string; about: string }> = {
  hours_by_area: {
    title: 'Hours by area',
    about: 'Clinical hours of each student by specialty: direct care, simulation and the rest.',
  },
  simulation_share: {
    title: 'Simulation share',
    about: 'Simulation of each student by course, its limit, and the rule of the board that sets it.',
  },
  ratio_evidence: {
    title: 'Ratio evidence',
    about: 'Students per instructor on each shift that is over, and the limit in force on that day.',
  },
  attendance: {
    title: 'Attendance',
    about: 'Shifts of each student: present, late, absent and made up.',
  },
  outcomes: {
    title: 'Semester outcomes',
    about: 'Hours, decision and report of each student at the end of the semester.',
  },
  feedback: {
    title: 'Student feedback',
    about:
      'What students answered about sites and instructors, anonymous and in groups of five or more. Fewer than five answers are not shown.',
  },
}

/** Labels of the frequencies. */
export const frequencyLabels: Record<Frequency, string> = {
  never: 'Not sent',
  weekly: 'Every week',
  monthly: 'Every month',
}

/**
 * The next day on which a report is sent: a week later, or this day of the next month, or its last day if it is shorter. The day is the
 * one on which the report was scheduled, so that a short month moves only its own.
 */
export function nextSend(from: PlainDate, frequency: Frequency, monthDay = dayOf(from)): PlainDate | null {
  if (frequency === 'never') return null
  if (frequency === 'weekly') return addDays(from, 7)
  const [year, month] = from.split('-').map(Number) as [number, number]
  const [y, m] = month === 12 ? [year + 1, 1] : [year, month + 1]
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate()
  const two = (value: number) => String(value).padStart(2, '0')
  return `${y}-${two(m)}-${two(Math.min(monthDay, last))}`
}

/** The day of the month. */
export const dayOf = (date: PlainDate): number => Number(date.slice(-2))

/** The first day after today on which a report is sent, after one that was due. */
export function nextSendAfter(
  due: { next_on: PlainDate; frequency: Frequency; send_day: number | null },
  today: PlainDate,
): PlainDate | null {
  let next = nextSend(due.next_on, due.frequency, due.send_day ?? undefined)
  while (next !== null && next <= today) next = nextSend(next, due.frequency, due.send_day ?? undefined)
  return next
}

/** True when this many students are within the limit of the people who lead them together; null without a limit. */
export const isWithinRatio = (students: number, limit: number | null): boolean | null =>
  limit === null ? null : students <= limit

/**
 * The semester to show, of those that have begun, latest first: a saved report's own, or the latest if it is saved that way; otherwise the
 * one chosen, or else the latest.
 */
export const semesterOf = (
  begun: readonly { id: string }[],
  chosen: string | undefined,
  saved: Pick<SavedReport, 'semester_id'> | undefined,
): string | undefined =>
  (saved ? saved.semester_id : begun.find(({ id }) => id === chosen)?.id) ?? begun[0]?.id

/** The recipients of a saved report who can still be chosen: one who has left the school has no checkbox to clear. */
export const remainingRecipients = (recipients: readonly string[], people: readonly { id: string }[]) =>
  recipients.filter((id) => people.some((person) => person.id === id))

/** Why a report can't be saved like this, or null: a scheduled report needs recipients, who must work at the school. */
export function saveBlocker(
  { frequency, recipients }: { frequency: Frequency; recipients: readonly string[] },
  people: readonly { id: string }[],
) {
  if (frequency !== 'never' && recipients.length === 0) return refusal('saved_report.nobody')
  if (remainingRecipients(recipients, people).length < recipients.length)
    return refusal('saved_report.stranger')
  return null
}
