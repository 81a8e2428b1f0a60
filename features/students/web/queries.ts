import { useMutation } from '@tanstack/react-query'
import { toCsv } from '#core/csv.ts'
import { dayHere, todayHere } from '#core/plain-date.ts'
import { clearanceLooks } from '#features/credentials/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { StudentFilter, StudentRow, StudentSummary, studentsContract } from '../contract.ts'
import { locationOf, openCredentialNames, studentStatusLabels } from '../rules.ts'

export const students = featureApi<typeof studentsContract>('students')

// Other lists that show a student: named by key only, to avoid circular imports.
const cohorts = featureApi<Record<string, never>>('cohorts').key()
const audit = featureApi<Record<string, never>>('audit').key()

export function useUpdateStudent() {
  return useMutation({
    ...students.update.mutationOptions(),
    meta: { quiet: true, done: 'Changes saved', touches: [students.key(), cohorts, audit] },
  })
}

/** Exports the list of students as a file. */
export function useExportStudents() {
  return useMutation({
    mutationFn: async (shown: Partial<StudentFilter>) => ({
      filename: `placewell-students-${todayHere()}.csv`,
      csv: asCsv(await students.export.call(shown)),
    }),
    meta: { failed: 'The list could not be exported' },
  })
}

function asCsv(rows: readonly StudentRow[]): string {
  return toCsv(
    [
      'Name',
      'Email',
      'Hours credited',
      'Hours projected',
      'Hours required',
      'Next shift',
      'Location of next shift',
      'Credentials',
      'Open credentials',
      'Student ID',
      'Status',
      'Cohort',
      'Program',
      'Graduation date',
      'Last sign-in',
      'Release of information',
    ],
    rows.map((row) => [
      row.full_name,
      row.email,
      ...summaryCells(row.summary),
      row.student_number,
      studentStatusLabels[row.status],
      row.cohort_name,
      row.program_name,
      row.graduation_date,
      row.last_sign_in && dayHere(row.last_sign_in),
      row.has_release === null ? null : row.has_release ? 'yes' : 'no',
    ]),
  )
}

/** Hours, next shift and credentials as the list shows them; empty for anyone but an active student. */
const summaryCells = ({ hours, next_shift: next, clearance }: Partial<StudentSummary> = {}) => [
  hours?.credited,
  hours?.projected,
  hours?.required,
  next?.date,
  next && locationOf(next),
  clearance && clearanceLooks[clearance.status].label,
  clearance && openCredentialNames(clearance),
]
