import { useMutation, useQuery } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import type { Concerns, hoursContract } from '../contract.ts'

export const hours = featureApi<typeof hoursContract>('hours')

// Pages that show students' hours.
const touches = keysOf('hours', 'assignments', 'students')

/** Risks other than hours by student, the caller's own without ids; empty until loaded. */
export function useConcerns(students: readonly string[] | undefined): ReadonlyMap<string, Concerns> {
  const input = students ? { student_ids: [...students] } : {}
  const { data } = useQuery({ ...hours.concerns.queryOptions({ input }), enabled: students?.length !== 0 })
  return new Map(data?.rows.map((row) => [row.student_id, row]))
}

/** Enters hours by hand; the form shows refusals. */
export function useEnterHours() {
  return useMutation({
    ...hours.enter.mutationOptions(),
    meta: { quiet: true, done: 'Hours saved', touches },
  })
}

export function useReverseHours() {
  return useMutation({
    ...hours.takeBack.mutationOptions(),
    meta: { done: 'Hours taken back', failed: 'Nothing was taken back', touches },
  })
}
