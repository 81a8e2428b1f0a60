import { lazyParts } from '#ui/lazy-parts.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

// Only for people of a facility.
export const FacilityIncidents = lazyParts(() => import('./FacilityIncidents.tsx')).part(
  (file) => file.FacilityIncidents,
)
// For shifts that have begun.
export const ShiftIncidents = lazyParts(() => import('./ShiftIncidents.tsx')).part(
  (file) => file.ShiftIncidents,
)
export { LazyShiftReport as ShiftReport } from './LazyShiftReport.tsx'

export const CorrectHoursDialog = lazyDialog(
  () => import('./CorrectHoursDialog.tsx').then((file) => file.CorrectHoursDialog),
  { shift: undefined },
)
export { reports } from './queries.ts'
