import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { todayHere } from '#core/plain-date.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import type { ShiftOptions, ShiftRow } from '../contract.ts'
import type { BoardFacts } from './board-drops.ts'
import { daysOff } from '#core/days-off.ts'

const semesters = featureApi<typeof semestersContract>('semesters')

/** What a board or calendar knows about where a shift may go; days off are those of the semester of its first shift. */
export function useBoardFacts(
  rows: readonly ShiftRow[] | undefined,
  options: ShiftOptions | undefined,
): BoardFacts {
  const semesterId = rows?.[0]?.semester_id
  const term = useQuery({
    ...semesters.get.queryOptions({ input: { id: semesterId ?? '' } }),
    enabled: semesterId !== undefined,
  })
  return useMemo(
    () => ({
      rows: rows ?? [],
      units: options?.units ?? [],
      semesters: options?.semesters ?? [],
      today: todayHere(),
      daysOff: term.data ? daysOff(term.data) : new Map<string, string>(),
    }),
    [rows, options, term.data],
  )
}
