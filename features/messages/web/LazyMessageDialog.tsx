import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Writes a message; fetched at its first use. */
export const MessageDialog = lazyDialog(() => import('./MessageDialog.tsx').then((m) => m.MessageDialog), {
  opened: false,
})
