import { laterParts } from '#ui/later-parts.ts'

export { ClearanceBadge } from './ClearanceBadge.tsx'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'

// Beside the page of a shift and not before it: for students alone.
export const shiftClearance = laterParts(() => import('./ShiftClearance.tsx'))
export const ShiftClearance = shiftClearance.part((file) => file.ShiftClearance)
