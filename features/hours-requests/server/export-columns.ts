import { dayIn } from '#core/plain-date.ts'
import { specialtyName } from '#core/specialties.ts'
import { kindLabels } from '#features/hours/rules.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import { statusInList } from '../rules.ts'
import type { ExportedRequest } from './queries/list-requests.ts'

const confirmationLabels: Record<string, string> = { confirmed: 'Confirmed', not_confirmed: 'Not confirmed' }

/** The columns of reported hours as a file; their order and names must not change. */
export const requestColumns = (zone: string): readonly ExportColumn<ExportedRequest>[] => [
  { header: 'Student', value: (row) => row.student_name, width: 28 },
  { header: 'Date', value: (row) => row.date, width: 12 },
  { header: 'Hours', value: (row) => row.minutes / 60, width: 8 },
  { header: 'Kind', value: (row) => kindLabels[row.kind], width: 16 },
  {
    header: 'Specialty',
    value: (row) => specialtyName(row.specialty),
    width: 20,
  },
  { header: 'Course', value: (row) => row.course_code, width: 12 },
  { header: 'What they did', value: (row) => row.note, width: 50 },
  { header: 'Files', value: (row) => row.evidence_file_ids.length, width: 8 },
  { header: 'Status', value: (row) => statusInList[row.status], width: 22 },
  { header: 'Instructor', value: (row) => row.instructor_name, width: 24 },
  {
    header: 'Instructor’s answer',
    value: (row) => (row.confirmation ? confirmationLabels[row.confirmation]! : null),
    width: 16,
  },
  { header: 'Instructor’s note', value: (row) => row.confirmation_note, width: 40 },
  { header: 'School’s note', value: (row) => row.decision_note, width: 40 },
  { header: 'Student’s answer', value: (row) => row.answer, width: 40 },
  { header: 'Decided by', value: (row) => row.decided_by_name, width: 24 },
  { header: 'Decided', value: (row) => row.decided_at && dayIn(zone, row.decided_at), width: 12 },
  { header: 'Reported', value: (row) => dayIn(zone, row.created_at), width: 12 },
]
