import { laterParts } from '#ui/later-parts.ts'

export { ClearanceBadge } from './ClearanceBadge.tsx'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'

// Beside the page of a shift and not before it: for students alone.
export const ShiftClearance = laterParts(() => import('./ShiftClearance.tsx')).part(
  (file) => file.ShiftClearance,
)
