import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { HoursKind, Risk } from './contract.ts'
import { hoursWords, kindLabels, riskWords } from './rules.ts'

/** Why hours cannot be posted: code → text. */
export const hoursRefusals = {
  'hours.no_student': notFound(() => 'We can’t find that student at your school.'),
  'hours.no_line': notFound(() => 'These hours no longer exist. Reload the page.'),
  'hours.none': invalid(() => 'Enter how many hours.', 'minutes'),
  'hours.not_a_day': invalid(() => 'Enter whole minutes, at most 24 hours.', 'minutes'),
  'hours.reason_missing': invalid(
    () => 'These hours were already posted. Give a reason. The student and your school will read it.',
    'reason',
  ),
  'hours.not_begun': conflict(() => 'The shift hasn’t started. Post its hours once it has.'),
  'hours.not_reversible': conflict(() => 'These hours were already taken back. Reload the page.'),
  'hours.pdf_too_long': conflict<{ rows: number; most: number }>(
    ({ rows, most }) =>
      `A PDF has at most ${most} students, and these are ${rows}. Narrow the filters, or export a CSV.`,
  ),
  'hours.future': invalid(() => 'Choose today or an earlier day.', 'date'),
  'hours.locked': conflict<{ semester: string }>(
    ({ semester }) =>
      `The hours of ${semester} are locked. A school super admin can reopen the semester for grading.`,
  ),
}

/** A line added to a student's ledger; negative if hours were taken off. */
type Changed = { minutes: number; date: PlainDate; kind: HoursKind; reason: string }

/** What puts a student at risk; one sentence each. */
type AtRisk = { semester: string; risks: readonly Risk[] }

/** Notifications about hours: code → text. */
export const notificationTexts = {
  'hours.changed': notificationText<Changed>(
    ({ minutes }) =>
      minutes > 0
        ? `${hoursWords(minutes / 60)} added to your hours`
        : `${hoursWords(-minutes / 60)} taken off your hours`,
    ({ kind, date, reason }) => `${kindLabels[kind]}, ${formatDate(date, 'long')}: ${reason}`,
  ),
  'hours.at_risk': notificationText<AtRisk>(
    ({ semester }) => `You are behind on clinical hours in ${semester}`,
    ({ risks }) =>
      `${risks.map(riskWords).join(' ')} Your progress page shows the open shifts that close the gap.`,
  ),
  'hours.students_at_risk': notificationText<{ cohort: string; names: readonly string[]; more: number }>(
    ({ cohort, names, more }) =>
      names.length + more === 1
        ? `${names[0]} is behind on clinical hours`
        : `${names.length + more} students of ${cohort} are behind on clinical hours`,
    ({ names, more }) =>
      `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Student progress shows why, and the shifts that close the gap.`,
  ),
  'hours.imported': notificationText<{ minutes: number; lines: number }>(
    ({ minutes }) => `${hoursWords(minutes / 60)} of earlier records added to your hours`,
    ({ lines }) =>
      `Your school imported ${lines === 1 ? '1 line' : `${lines} lines`} from another system. Review them, and tell your school if something is wrong.`,
  ),
  'hours.import_undone': notificationText<{ minutes: number; lines: number; reason: string }>(
    ({ minutes }) => `${hoursWords(minutes / 60)} of earlier records taken off your hours`,
    ({ lines, reason }) =>
      `Your school took back ${lines === 1 ? '1 line' : `${lines} lines`} that it had imported from another system: ${reason}`,
  ),
}
