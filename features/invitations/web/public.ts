export { InviteButton } from './InviteButton.tsx'
export { InvitationsView } from './InvitationsView.tsx'
export { LazyInviteDialog as InviteDialog } from './LazyInviteDialog.tsx'
export { LazyImportStudents } from './LazyImportStudents.tsx'
