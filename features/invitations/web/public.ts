export { InvitationsView } from './InvitationsView.tsx'
export { InviteDialog } from './InviteDialog.tsx'
export { LazyImportStudents } from './LazyImportStudents.tsx'
export { PlaceSelect } from './PlaceSelect.tsx'
