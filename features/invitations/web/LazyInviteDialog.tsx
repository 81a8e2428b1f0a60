import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { InviteDialogProps } from './InviteDialog.tsx'

/** The dialog that invites one person, loaded when it first opens. */
export const LazyInviteDialog = lazyDialog<InviteDialogProps>(
  () => import('./InviteDialog.tsx').then((file) => file.InviteDialog),
  { opened: false },
)
