import { laterParts } from '#ui/later-parts.ts'

// Loads when the dialog first opens.
export const LazyCloseDaysDialog = laterParts(() => import('./CloseDaysDialog.tsx')).part(
  (file) => file.CloseDaysDialog,
)
