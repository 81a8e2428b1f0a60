import type { AssignmentStatus } from '../contract.ts'

/** Statuses of someone who has no seat on the shift and is not waiting for one. Absent students still hold theirs. */
export const statusesWithoutSeat: readonly AssignmentStatus[] = [
  'declined',
  'withdrawn',
  'lapsed',
  'dropped',
  'removed',
  'cancelled',
]
