import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { hoursContract } from '../contract.ts'

export const hours = featureApi<typeof hoursContract>('hours')

// Pages that show hours of students: named by key alone, so that features have no circle.
const touches = [hours.key(), featureApi<Record<string, never>>('assignments').key()]

/** Enters hours by hand; the form shows refusals. */
export function useEnterHours() {
  return useMutation({
    ...hours.enter.mutationOptions(),
    meta: { quiet: true, done: 'Hours saved', touches },
  })
}

export function useTakeBackHours() {
  return useMutation({
    ...hours.takeBack.mutationOptions(),
    meta: { done: 'Hours taken back', failed: 'Nothing was taken back', touches },
  })
}
