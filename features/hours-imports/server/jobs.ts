import { importHours } from '#features/hours/server/public.ts'
import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import { hoursVerdictLabels, type JudgedHours } from '../rules.ts'

type Posts = NonNullable<JudgedHours['posts']>
/** A row of the job; with the first of a student, what all of theirs add up to, which they are notified of. */
type HoursItem = Pick<JudgedHours, 'verdict' | 'reason'> & {
  posts: Posts | null
  told: { minutes: number; lines: number } | null
}

/** The rows of the job of a file, each with its verdict: what is not ready is refused with its reason, so that none is lost. */
export function itemsOf(judged: readonly JudgedHours[]) {
  const told = new Map<string, { minutes: number; lines: number }>()
  for (const { posts } of judged) {
    if (!posts) continue
    const { minutes, lines } = told.get(posts.student_id) ?? { minutes: 0, lines: 0 }
    told.set(posts.student_id, { minutes: minutes + posts.minutes, lines: lines + 1 })
  }
  return judged.map(({ line, verdict, reason, student_name: name, posts }) => {
    const total = posts && (told.get(posts.student_id) ?? null)
    if (posts) told.delete(posts.student_id)
    return {
      key: String(line),
      label: `Row ${line}${name ? `, ${name}` : ''}`,
      input: { verdict, reason, posts, told: total } satisfies HoursItem,
    }
  })
}

/** Adds the rows of a file to the ledger one by one, each with its outcome; hours that are there already are not added again. */
const importHoursJob: JobKind<{ school_id: string; file_name: string }> = (job) =>
  job.eachItem(async (tx, { key, input }) => {
    const { posts, verdict, reason, told } = input as HoursItem
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
      told,
    })
    return isNew
      ? { status: 'done' }
      : { status: 'refused', code: 'imported', message: 'These hours are in the ledger from an earlier file.' } // prettier-ignore
  })

export const hoursImportJobs = { import_hours: importHoursJob } as JobKinds
