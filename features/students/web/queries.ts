import { useMutation } from '@tanstack/react-query'
import { toCsv } from '#core/csv.ts'
import { featureApi } from '#platform/web/api.ts'
import type { StudentFilter, StudentRow, studentsContract } from '../contract.ts'
import { studentStatusLabels } from '../rules.ts'

export const students = featureApi<typeof studentsContract>('students')

// Other lists that show a student: named by key alone, so that features have no circle.
const cohorts = featureApi<Record<string, never>>('cohorts').key()
const audit = featureApi<Record<string, never>>('audit').key()

export function useUpdateStudent() {
  return useMutation({
    ...students.update.mutationOptions(),
    meta: { quiet: true, done: 'Changes saved', touches: [students.key(), cohorts, audit] },
  })
}

/** The list as a file. */
export function useExportStudents() {
  return useMutation({
    mutationFn: async (shown: Partial<StudentFilter>) => ({
      filename: 'placewell-students.csv',
      csv: asCsv(await students.export.call(shown)),
    }),
    meta: { failed: 'The list could not be saved' },
  })
}

function asCsv(rows: readonly StudentRow[]): string {
  return toCsv(
    [
      'Name',
      'Email',
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
      row.student_number,
      studentStatusLabels[row.status],
      row.cohort_name,
      row.program_name,
      row.graduation_date,
      row.last_sign_in?.slice(0, 10) ?? null,
      row.has_release === null ? null : row.has_release ? 'yes' : 'no',
    ]),
  )
}
