import { laterParts } from '#ui/later-parts.ts'

// Loaded when days are closed first.
export const LazyCloseDaysDialog = laterParts(() => import('./CloseDaysDialog.tsx')).part(
  (file) => file.CloseDaysDialog,
)
