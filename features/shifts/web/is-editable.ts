import { editableStates } from '#core/shift-statuses.ts'
import type { ShiftRow } from '../contract.ts'

/** True if the planner can still edit the shift. */
export const isEditable = ({ status }: Pick<ShiftRow, 'status'>): boolean => editableStates.includes(status)
