import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { shifts } from './queries.ts'

/** The units of the facility one works in. */
export const useUnits = () => useQuery(shifts.units.queryOptions({ input: {} }))

/** What waits for the facility's answer, the oldest first. Asked anew whenever it is looked at: others answer too. */
export const useInbox = (filter: {
  facility_id?: string | undefined
  school_id?: string | undefined
  specialty?: Specialty | undefined
  limit?: number
}) =>
  useQuery({
    ...shifts.inbox.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
    refetchOnMount: askedAnew.refetchOnMount,
  })

/** How full units are from a day on. */
export const useOccupancy = (from: PlainDate, days: number, place?: string) =>
  useQuery({
    ...shifts.occupancy.queryOptions({ input: { from, days, ...(place && { facility_id: place }) } }),
    placeholderData: keepPreviousData,
  })

/** Who comes on a day. Asked anew each time: a release may have been revoked a moment ago, and each look is logged. */
export const useDayRoster = (of: { date: PlainDate; facility_id?: string }) =>
  useQuery({
    ...shifts.dayRoster.queryOptions({ input: of }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  })
