import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { DepartureDialogProps } from './DepartureDialog.tsx'

/** The dialog that deactivates a person, loaded when it first opens. */
export const LazyDepartureDialog = lazyDialog<DepartureDialogProps>(
  () => import('./DepartureDialog.tsx').then((file) => file.DepartureDialog),
  { person: null },
)
