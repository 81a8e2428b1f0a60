import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** The dialog to write a message; loaded when it first opens. */
export const MessageDialog = lazyDialog(() => import('./MessageDialog.tsx').then((m) => m.MessageDialog), {
  opened: false,
})
