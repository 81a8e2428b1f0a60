import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { featureApi } from '#platform/web/api.ts'
import type { shiftApprovalsContract } from '../contract.ts'

const shiftApprovals = featureApi<typeof shiftApprovalsContract>('shiftApprovals')

/** The units of the facility one works in. */
export const useUnits = () => useQuery(shiftApprovals.units.queryOptions({ input: {} }))

/** What waits for the facility's answer, the oldest first. Asked anew whenever it is looked at: others answer too. */
export const useInbox = (filter: {
  facility_id?: string | undefined
  school_id?: string | undefined
  specialty?: Specialty | undefined
  limit?: number
}) =>
  useQuery({
    ...shiftApprovals.inbox.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
    refetchOnMount: askedAnew.refetchOnMount,
  })

/** How full units are from a day on. */
export const useOccupancy = (from: PlainDate, days: number, place?: string) =>
  useQuery({
    ...shiftApprovals.occupancy.queryOptions({ input: { from, days, ...(place && { facility_id: place }) } }),
    placeholderData: keepPreviousData,
  })

/** Who comes on a day. Asked anew each time: a release may have been revoked a moment ago, and each look is logged. */
export const useDayRoster = (of: { date: PlainDate; facility_id?: string }) =>
  useQuery({
    ...shiftApprovals.dayRoster.queryOptions({ input: of }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  })
