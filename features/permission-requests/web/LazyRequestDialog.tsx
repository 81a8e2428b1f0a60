import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** The form to request a permission, loaded when it opens. */
export const LazyRequestDialog = lazyDialog(
  () => import('./RequestDialog.tsx').then((file) => file.RequestDialog),
  { asking: null },
)
