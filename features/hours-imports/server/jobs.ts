import { importHours, reverseImported } from '#features/hours/server/public.ts'
import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import { hoursVerdictLabels, type JudgedHours, totalsOnFirst } from '../rules.ts'
import type { ImportedLine } from './queries/find-import.ts'

type Posts = NonNullable<JudgedHours['posts']>
/** A row of the job; the first of each student has their total for the notification. */
type HoursItem = Pick<JudgedHours, 'verdict' | 'reason'> & {
  posts: Posts | null
  told: { minutes: number; lines: number } | null
}

/**
 * The job's items for a file, each with its verdict. Rows that aren't ready are refused with a reason, so that the report lists every row.
 */
export function itemsOf(judged: readonly JudgedHours[]) {
  const posted = totalsOnFirst(judged.flatMap(({ line, posts }) => (posts ? [{ line, ...posts }] : [])))
  const notice = new Map(posted.map((one) => [one.line, one.notice]))
  return judged.map(({ line, verdict, reason, student_name: name, posts }) => ({
    key: String(line),
    label: `Row ${line}${name ? `, ${name}` : ''}`,
    input: { verdict, reason, posts, told: notice.get(line) ?? null } satisfies HoursItem,
  }))
}

type UndoItem = { id: string; told: HoursItem['told'] }

/** The items of the job that undoes an import: the lines to take back. */
export const undoItemsOf = (lines: readonly ImportedLine[]) =>
  totalsOnFirst(lines).map(({ id, row, full_name: name, notice }) => ({
    key: row,
    label: `Row ${row}${name ? `, ${name}` : ''}`,
    input: { id, told: notice } satisfies UndoItem,
  }))

/** Adds the rows of a file to the ledger one by one, each with a result; existing hours are not added again. */
const importHoursJob: JobKind<{ school_id: string; file_name: string }> = (job) =>
  job.eachItem(async (tx, { key, input }) => {
    const { posts, verdict, reason, told: notice } = input as HoursItem
    if (!posts) return { status: 'refused', code: verdict, message: reason ?? hoursVerdictLabels[verdict] }
    const { school_id, file_name } = job.input
    const { key: source_key, course, note, ...line } = posts
    const isNew = await importHours(tx, {
      ...line,
      school_id,
      source_key,
      course_code: course,
      reason: note && note.length >= 3 ? note : 'Hours from an earlier record.',
      evidence: `Row ${key} of ${file_name}`,
      notice,
    })
    return isNew
      ? { status: 'done' }
      : {
          status: 'refused',
          code: 'imported',
          message: 'These hours are in the ledger from an earlier file.',
        }
  })

/** Takes back the lines of an import one by one, each with a result; lines already taken back, or locked, stay as they are. */
const undoImportJob: JobKind<{ reason: string }> = (job) =>
  job.eachItem(async (tx, { input }) => {
    const { id, told: notice } = input as UndoItem
    await reverseImported(tx, { id, notice, reason: job.input.reason })
    return { status: 'done' }
  })

export const hoursImportJobs = { import_hours: importHoursJob, undo_hours_import: undoImportJob } as JobKinds
