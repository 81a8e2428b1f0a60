import type { Membership } from '../contract.ts'

/** Whether a membership is still to begin, goes on or is over on a day: its last day is the one before `to_date`. */
export function stayState(
  { from_date, to_date }: Pick<Membership, 'from_date' | 'to_date'>,
  today: string,
): 'upcoming' | 'active' | 'completed' {
  if (to_date !== null && to_date <= today) return 'completed'
  return from_date > today ? 'upcoming' : 'active'
}
