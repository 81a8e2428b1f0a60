import { useQuery } from '@tanstack/react-query'
import type { CohortHours } from '../contract.ts'
import { cohorts } from './queries.ts'

/** How far each cohort is with its hours, by its id; nothing until it is known. */
export function useHoursByCohort(schoolId: string | null): ReadonlyMap<string, CohortHours> {
  const { data } = useQuery({ ...cohorts.hours.queryOptions(), enabled: schoolId !== null })
  return new Map(data?.map((row) => [row.cohort_id, row]))
}
