import { formatNumber } from '#core/number-text.ts'
import { formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound, type RefusalIn, refusalMessage } from '#core/refusal.ts'
import type { ChangedCopy, SemesterSpan } from './contract.ts'
import { MAX_DAYS } from './rules.ts'
import { UNDO_HOURS } from './rules/copying.ts'
import { moreThanDrafts, type ShiftCounts, stillToCredit } from './rules/ending.ts'

/** "a, b and c". */
const listOf = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** "Fall B (Aug 24 – Dec 11, 2026) and Nights (Sep 1 – Oct 2, 2026)". */
const spansOf = (terms: readonly SemesterSpan[]): string =>
  listOf(terms.map((term) => `${term.name} (${formatRange(term.start_date, term.end_date)})`))

/** A shift's status after "is" or a count, as on its page: "requested", "in progress". */
const statusWords = (status: string): string =>
  status.replace('pending_facility', 'requested').replace('cancelled', 'canceled').replaceAll('_', ' ')

/** "12 published, 1 in progress and 2 requested". */
const countWords = (counts: ShiftCounts): string =>
  listOf(Object.entries(counts).map(([status, count]) => `${formatNumber(count)} ${statusWords(status)}`))

const toCredit = ({ semester, open }: ToCredit): string =>
  `${semester} has shifts whose hours are still to be credited: ${countWords(open)}. Cancel those that are ahead`

const outside = (count: number): string =>
  `${count === 1 ? '1 shift' : `${formatNumber(count)} shifts`} would be outside of the semester`
const MOVE_THEM = 'Move or cancel them first, or choose other dates.'

const totalOf = (counts: ShiftCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

type Held = { semester: string; shifts_by_status: ShiftCounts; mayArchive: boolean }
const countsOnly = ({ shifts_by_status }: Held) => ({ shifts_by_status })

const instead = (mayArchive: boolean): string => (mayArchive ? ' Archive it instead.' : '')

type ToCredit = { semester: string; open: ShiftCounts }
type Outside = { count: number; day: PlainDate }
type NotUndone = { shifts: readonly ChangedCopy[]; kept: number; drafts: number }

/** Why an action on semesters is refused: texts by code. */
export const semesterRefusals = {
  'semester.missing': notFound(() => 'We can’t find that semester.'),
  'semester.school_missing': notFound(() => 'We can’t find that school.'),
  'semester.old_version': conflict(() => 'This semester was just changed by someone else.'),
  'semester.not_yours': forbidden(() => 'You may not do this.'),

  'semester.archived': conflict(() => 'Restore it first.'),

  'semester.year': invalid(() => 'Check the year.'),
  'semester.end_first': invalid(() => 'The end must be after the start.'),
  'semester.too_long': invalid<{ days: number }>(
    ({ days }) => `A semester can last at most ${MAX_DAYS} days; this is ${days}.`,
  ),
  'semester.break_reversed': invalid(() => 'A break must not end before it starts.'),
  'semester.shown_too_late': invalid(() => 'Students must see their shifts before the semester is over.'),
  'semester.shown_after_signup': invalid(() => 'Students must see the shifts before sign-up opens.'),
  'semester.signup_reversed': invalid(() => 'Sign-up must close after it opens.'),
  'semester.grading_reversed': invalid(() => 'Grading must not end before it starts.'),
  'semester.grading_too_early': invalid(() => 'Grading must not end before the semester does.'),
  'semester.lock_too_early': invalid(() => 'Hours must not be locked before the semester is over.'),
  'semester.shifts_before': invalid<Outside>(
    ({ count, day }) => `${outside(count)}; the first is on ${formatDate(day)}. ${MOVE_THEM}`,
  ),
  'semester.shifts_after': invalid<Outside>(
    ({ count, day }) => `${outside(count)}; the last is on ${formatDate(day)}. ${MOVE_THEM}`,
  ),

  'semester.overlaps': conflict<{ semesters: readonly SemesterSpan[] }>(
    ({ semesters }) =>
      `Active semesters of one type must not overlap: ${spansOf(semesters)}. Change the dates or the type, or leave this one inactive.`,
    'start_date',
  ),
  // Two were saved at once: the constraint does not say which other one.
  'semester.overlaps_new': conflict(() => 'Active semesters of one type must not overlap.', 'start_date'),
  'semester.name_taken': conflict(() => 'This school already has a semester of that name.', 'name'),
  'semester.stays_active': invalid<ToCredit>(
    (held) => `${toCredit(held)}, and accept the reports of the others first.`,
    'is_active',
  ),
  'semester.stays_open': conflict<ToCredit>(
    (held) => `${toCredit(held)}. Once the semester is closed, it can be archived.`,
  ),
  'semester.has_shifts': {
    ...conflict<Held>(({ semester, shifts_by_status, mayArchive }) => {
      const others = moreThanDrafts(shifts_by_status)
      const total = totalOf(others)
      const held =
        total === 1
          ? '1 shift that is more than a draft'
          : `${formatNumber(total)} shifts that are more than drafts`
      return `${semester} has ${held}: ${countWords(others)}.${instead(mayArchive)}`
    }),
    sent: countsOnly,
  },
  'semester.has_records': {
    ...conflict<Held>(
      ({ semester, mayArchive }) =>
        `${semester} has records, such as hours, evaluations, reports, projects or wishlists.${instead(mayArchive)}`,
    ),
    sent: countsOnly,
  },

  'semester.super_admin_reopens': forbidden(() => 'Ask a super admin of your school.'),
  'semester.not_closed': conflict(() => 'Only a closed semester can be reopened.'),
  'semester.not_reopened': conflict(() => 'This semester was not reopened.'),

  'semester_copy.missing': notFound(() => 'We can’t find that copy.'),
  'semester_copy.same_semester': conflict(() => 'Choose another semester than the one that is copied.'),
  'semester_copy.target_archived': conflict<{ semester: string }>(
    ({ semester }) => `${semester} is archived. Restore it first.`,
  ),
  'semester_copy.expired': {
    ...conflict<NotUndone>(
      () => `A copy can be undone for ${UNDO_HOURS} hours. Delete the drafts you do not need instead.`,
    ),
    sent: ({ shifts }: NotUndone) => ({ reason: 'expired', shifts }),
  },
  'semester_copy.changed': {
    ...conflict<NotUndone>(({ shifts, kept, drafts }) => {
      const named = shifts.map(changedText)
      const more = kept - named.length
      if (more > 0) named.push(`${formatNumber(more)} more are no longer drafts`)
      const next =
        drafts > 0
          ? 'Open the semester and undo the others there.'
          : 'None of the others is a draft. Cancel or withdraw them on their pages instead.'
      return `Not every copied shift can be undone: ${listOf(named)}. ${next}`
    }),
    sent: ({ shifts }: NotUndone) => ({ reason: 'changed', shifts }),
  },
}

type SemesterRefusal = RefusalIn<typeof semesterRefusals>

/** The sentence of a refusal; null if nothing is refused. */
export const whyNot = (refused: SemesterRefusal | null): string | null =>
  refused && refusalMessage(semesterRefusals, refused)

/** Refusals of fields (path joined by dots) as sentences. */
export const fieldTexts = (problems: Readonly<Record<string, SemesterRefusal>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, refused]) => [field, refusalMessage(semesterRefusals, refused)]),
  )

/** What to say about overlapping semesters, refused or only warned about; null if there are none. */
export function overlapText({
  refused,
  warned,
}: Record<'refused' | 'warned', readonly SemesterSpan[]>): string | null {
  if (refused.length > 0) return semesterRefusals['semester.overlaps'].text({ semesters: refused })
  return warned.length > 0 ? `These dates overlap with ${spansOf(warned)}.` : null
}

/** "“Respiratory” on Tue, Mar 3, 2026 (5 East) is published": a shift that keeps a copy from being undone. */
export const changedText = ({ title, date, unit_name: unit, status }: ChangedCopy): string =>
  `“${title}” on ${formatDate(date, 'weekday')}${unit ? ` (${unit})` : ''} is ${statusWords(status)}`

/** What archiving does, that shifts that are not closed go on, and how many students have no report of the semester yet. */
export function archivingText(shiftsByStatus: ShiftCounts, reportsMissing = 0): string {
  const open = totalOf(stillToCredit(shiftsByStatus))
  const left =
    open === 1
      ? ' 1 of its shifts is not closed: it still takes place, and its report is still due.'
      : ` ${formatNumber(open)} of its shifts are not closed: they still take place, and their reports are still due.`
  const missing =
    reportsMissing === 1
      ? ' 1 student with hours has no published report of it.'
      : ` ${formatNumber(reportsMissing)} students with hours have no published report of it.`
  return `Archiving hides it. Nothing is lost, and it can be restored.${open > 0 ? left : ''}${reportsMissing > 0 ? missing : ''}`
}
