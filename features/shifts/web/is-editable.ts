import type { ShiftRow, ShiftStatus } from '../contract.ts'

const editable: readonly ShiftStatus[] = [
  'draft',
  'pending_facility',
  'needs_info',
  'approved',
  'published',
  'full',
  'postponed',
]

/** True if the planner can still edit the shift. */
export const isEditable = ({ status }: Pick<ShiftRow, 'status'>): boolean => editable.includes(status)
