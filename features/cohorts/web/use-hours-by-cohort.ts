import { useQuery } from '@tanstack/react-query'
import type { CohortHours } from '../contract.ts'
import { cohorts } from './queries.ts'

/** The progress of each cohort's hours, by its id; empty until loaded. */
export function useHoursByCohort(schoolId: string | null): ReadonlyMap<string, CohortHours> {
  const { data } = useQuery({ ...cohorts.hours.queryOptions(), enabled: schoolId !== null })
  return new Map(data?.map((row) => [row.cohort_id, row]))
}
