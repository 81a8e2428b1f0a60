import { lazyParts } from '#ui/lazy-parts.ts'

// Loads when the dialog first opens.
export const LazyCloseDaysDialog = lazyParts(() => import('./CloseDaysDialog.tsx')).part(
  (file) => file.CloseDaysDialog,
)
export const LazyCapstonesAhead = lazyParts(() => import('./CapstonesAhead.tsx')).part(
  (file) => file.CapstonesAhead,
)
