import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** The form to ask for a permission, fetched when someone asks. */
export const LazyRequestDialog = lazyDialog(
  () => import('./RequestDialog.tsx').then((file) => file.RequestDialog),
  { asking: null },
)
