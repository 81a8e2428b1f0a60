import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { studentsContract } from '../contract.ts'

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
