export { ClearanceBadge } from './ClearanceBadge.tsx'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'
export { ShiftClearance } from './ShiftClearance.tsx'
