import { lazyDialog } from '#ui/lazy-dialog.tsx'

export const ShiftDrawer = lazyDialog(() => import('./ShiftForm.tsx').then((file) => file.ShiftDrawer), {
  shift: undefined,
})
export const ProposalDialog = lazyDialog(
  () => import('./ProposalDialog.tsx').then((file) => file.ProposalDialog),
  { what: undefined },
)
