import { useQuery } from '@tanstack/react-query'
import { addDays, ownZone, todayIn } from '#core/plain-date.ts'
import { ahead, dayOf } from '../rules.ts'
import { countFault, ownShiftsQuery } from './proctor-shifts.ts'
import { useNow } from '#ui/use-now.ts'

/** An instructor's shifts today and upcoming, and how many of them have too few or too many students. */
export function useOwnDay() {
  const now = useNow()
  const today = todayIn(ownZone(), Date.parse(now))
  const query = useQuery(ownShiftsQuery({ from: addDays(today, -1), to: ahead(today) }))
  const day = query.data ? dayOf(query.data.rows, now, today) : { today: [], next: [] }
  return { query, day, faults: [...day.today, ...day.next].filter((row) => countFault(row)).length }
}
