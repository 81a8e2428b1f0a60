import { stateLook } from '#ui/states.ts'
import type { FacilityEvent, FacilityStatus } from '../contract.ts'
import { isMovedWords } from '../messages.ts'

type Change = Pick<FacilityEvent, 'from_status' | 'to_status' | 'reason'>

/** The label of a history row. A move leaves the status as it is, and so does deciding again on the shifts of a paused unit. */
export function eventLabel({ from_status: from, to_status: to, reason }: Change): string {
  if (from === null) return 'Created'
  if (from === to) return isMovedWords(reason) ? 'Moved' : 'Decided on its shifts'
  if (from === 'archived') return 'Restored'
  if (from === 'paused' && to === 'active') return 'Resumed'
  return stateLook(to).label
}

/** The event that gave a facility its status; `events` are newest first. */
export function settledBy<Event extends Change>(
  events: readonly Event[],
  status: FacilityStatus,
): Event | undefined {
  return events.find(({ from_status: from, to_status: to }) => to === status && from !== to)
}
