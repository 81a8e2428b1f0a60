import { queryOptions } from '@tanstack/react-query'
import { featureApi, featureClient } from '#platform/web/api.ts'
import type { attendanceContract } from '../contract.ts'

export const attendance = featureApi<typeof attendanceContract>('attendance')
export const calls = featureClient<typeof attendanceContract>('attendance')

/** The student's own attendance of today, kept fresh while the page is open. */
export const todayQuery = queryOptions({
  ...attendance.mine.queryOptions({ input: {} }),
  staleTime: 60_000,
  refetchInterval: 120_000,
})
