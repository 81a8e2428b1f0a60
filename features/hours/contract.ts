import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'any', write: false })
const tags = ['Hours']

/** What the hours were spent on (domain §2.11). */
const hoursKind = z.enum([
  'direct_care', 'indirect_care', 'simulation', 'skills_lab', 'observation', 'conference', 'orientation', 'telehealth', 'other',
]) // prettier-ignore
export type HoursKind = z.infer<typeof hoursKind>

/** Where a line of the ledger comes from: "before attendance" counted as scheduled, when nobody recorded who came. */
const hoursSource = z.enum(['before_attendance', 'attendance', 'makeup', 'manual', 'import', 'adjustment'])
export type HoursSource = z.infer<typeof hoursSource>

/** A line of the ledger: it is added once and never changed. */
const hoursEntry = z.object({
  id: z.uuid(),
  student_id: z.uuid(),
  date: z.iso.date(),
  /** Less than none where something is taken back. */
  minutes: z.int(),
  kind: hoursKind,
  source: hoursSource,
  specialty: z.string(),
  course_code: z.string().nullable(),
  semester_id: z.uuid().nullable(),
  shift_id: z.uuid().nullable(),
  reason: z.string().nullable(),
  evidence: z.string().nullable(),
  reverses: z.uuid().nullable(),
  posted_at: z.string(),
})
export type HoursEntry = z.infer<typeof hoursEntry>

const entryFilter = z.object({
  student_id: z.uuid(),
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(200).default(50),
})
export type EntryFilter = z.infer<typeof entryFilter>

export const hoursContract = {
  /** For the student, the school, and the instructors of the shifts they come from; nothing for everyone else. */
  entries: base
    .meta({
      access: ['student', 'proctor', 'school_admin'],
      write: false,
      trail: { kind: 'view', what: 'progress', people: ['input.student_id'] },
    })
    .route({
      method: 'GET',
      path: '/students/{student_id}/hours',
      tags,
      summary: 'A student’s clinical hours, line by line',
    })
    .input(entryFilter)
    .output(z.object({ rows: z.array(hoursEntry), total: z.int() })),
}
