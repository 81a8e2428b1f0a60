import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { LazyShiftReport as ShiftReport } from './LazyShiftReport.tsx'

export const CorrectHoursDialog = lazyDialog(
  () => import('./CorrectHoursDialog.tsx').then((file) => file.CorrectHoursDialog),
  { shift: undefined },
)
export { reports } from './queries.ts'
