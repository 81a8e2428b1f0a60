import type { SlotStatus } from './contract.ts'

/** What people call each state of a place that a facility offers (docs/decisions/030). */
export const slotWords: Record<SlotStatus, string> = {
  open: 'Open',
  taken: 'Taken',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}
