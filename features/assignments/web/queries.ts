import { queryOptions } from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { MAX_OWN_ROWS } from '#core/page-sizes.ts'
import type { credentialsContract } from '#features/credentials/contract.ts'
import type { shiftsContract } from '#features/shifts/contract.ts'
import { featureApi, featureClient } from '#platform/web/api.ts'
import type { assignmentsContract } from '../contract.ts'

export const assignments = featureApi<typeof assignmentsContract>('assignments')
export const shifts = featureApi<typeof shiftsContract>('shifts')
const credentials = featureApi<typeof credentialsContract>('credentials')
export const calls = featureClient<typeof assignmentsContract>('assignments')

const { prefetch } = constants

/** The four queries prefetched on sign-in, with their stale times (Spec §7, §9); pages use the same keys later. */
export const mineQuery = queryOptions({
  ...assignments.mine.queryOptions({ input: {} }),
  staleTime: prefetch.studentShiftsStaleMs,
  refetchInterval: prefetch.studentShiftsStaleMs,
})
export const filterDataQuery = queryOptions({
  ...shifts.options.queryOptions({ input: {} }),
  staleTime: prefetch.filterDataStaleMs,
})
export const progressQuery = queryOptions({
  ...assignments.progress.queryOptions({ input: {} }),
  staleTime: prefetch.progressStaleMs,
})
export const availableQuery = queryOptions({
  ...assignments.available.queryOptions({ input: { limit: prefetch.availableShiftsLimit } }),
  staleTime: prefetch.availableShiftsStaleMs,
  refetchInterval: prefetch.availableShiftsStaleMs,
})

/** The open shifts of one day, each with what blocks the student. */
export const availableOnQuery = (date: string) =>
  queryOptions({
    ...assignments.available.queryOptions({ input: { from: date, to: date, limit: 200 } }),
    staleTime: prefetch.availableShiftsStaleMs,
  })

/** A student's own swaps and hours to make up: open first, then newest. */
export const swapsQuery = assignments.swaps.queryOptions({ input: { page_size: MAX_OWN_ROWS } })
export const makeupsQuery = assignments.makeups.queryOptions({ input: { page_size: MAX_OWN_ROWS } })

/** What a school's students are waiting for, as its home page requests it: seat requests, agreed swaps, and hours that need a make-up. */
export const seatRequestsQuery = assignments.waiting.queryOptions({ input: {} })
export const swapRequestsQuery = assignments.swaps.queryOptions({ input: { status: 'accepted' } })
export const openMakeupsQuery = assignments.makeups.queryOptions({ input: { open_only: true } })

/** What the student would be missing on open shifts. Fetched after their list, which is fetched often. */
export const ownClearanceQuery = (shiftIds: string[]) =>
  queryOptions({
    ...credentials.ofShifts.queryOptions({ input: { shift_ids: shiftIds } }),
    enabled: shiftIds.length > 0,
  })
