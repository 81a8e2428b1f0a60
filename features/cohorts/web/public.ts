import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { cohorts, useSchoolId } from './queries.ts'
export { CohortBadge } from './CohortBadge.tsx'
export const ChangeStudentsDialog = lazyDialog(
  () => import('./ChangeStudentsDialog.tsx').then((m) => m.ChangeStudentsDialog),
  { opened: false },
)
