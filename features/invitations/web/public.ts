export { InviteButton } from './InviteButton.tsx'
export { LazyInvitationsView as InvitationsView } from './LazyInvitationsView.tsx'
export { LazyInviteDialog as InviteDialog } from './LazyInviteDialog.tsx'
export { LazyImportStudents } from './LazyImportStudents.tsx'
