import { lazy } from 'react'

export { ClearanceBadge } from './ClearanceBadge.tsx'
export { ClearanceCell } from './ClearanceCell.tsx'
export { credentials } from './queries.ts'

/** Fetched beside the page of a shift, which is there without it. */
export const ShiftClearance = lazy(() =>
  import('./ShiftClearance.tsx').then((file) => ({ default: file.ShiftClearance })),
)
