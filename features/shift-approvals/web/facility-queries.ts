import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { featureApi } from '#platform/web/api.ts'
import type { SeriesRow } from '#features/shifts/contract.ts'
import type { shiftApprovalsContract } from '../contract.ts'

const shiftApprovals = featureApi<typeof shiftApprovalsContract>('shiftApprovals')

/** The units of the facility that the viewer works in. */
export const useUnits = () => useQuery(shiftApprovals.units.queryOptions({ input: {} }))

/** What needs the facility's answer, oldest first. Loaded again whenever it is shown, because others answer too. */
export const useInbox = (filter: {
  facility_id?: string | undefined
  school_id?: string | undefined
  specialty?: Specialty | undefined
  of?: string | undefined
  limit?: number
}) =>
  useQuery({
    ...shiftApprovals.inbox.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
    refetchOnMount: freshOnMount.refetchOnMount,
  })

/** Loads the inbox rows behind one line now. */
export function useInboxRows() {
  const client = useQueryClient()
  return async ({ series_id: series, facility_id: unit, shifts, is_change: isChange }: SeriesRow) => {
    const { rows } = await client.fetchQuery({
      ...shiftApprovals.inbox.queryOptions({
        input: { of: series ?? shifts[0]!.id, ...(unit && { facility_id: unit }) },
      }),
      staleTime: 0,
    })
    return rows.filter(({ change }) => Boolean(change) === isChange)
  }
}

/** How full units are from a day on. */
export const useOccupancy = (from: PlainDate, days: number, facilityId?: string, enabled = true) =>
  useQuery({
    enabled,
    ...shiftApprovals.occupancy.queryOptions({
      input: { from, days, ...(facilityId && { facility_id: facilityId }) },
    }),
    placeholderData: keepPreviousData,
  })

/** The days of capstone projects on the units from a day on; meanwhile those before, except for a page that names the day. */
export const useCapstoneDays = (
  from: PlainDate,
  days: number,
  facilityId?: string,
  { keepsPrevious = true }: { keepsPrevious?: boolean } = {},
) =>
  useQuery({
    ...shiftApprovals.capstoneDays.queryOptions({
      input: { from, days, ...(facilityId && { facility_id: facilityId }) },
    }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })

/** The students of a day. Loaded again each time, because a release may have just been revoked, and each access is logged. */
export const useDayRoster = (of: { date: PlainDate; facility_id?: string }) =>
  useQuery({
    ...shiftApprovals.dayRoster.queryOptions({ input: of }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  })
