import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { cohorts } from './queries.ts'
export { MyCohorts } from './MyCohorts.tsx'
export const ChangeStudentsDialog = lazyDialog(
  () => import('./ChangeStudentsDialog.tsx').then((m) => m.ChangeStudentsDialog),
  { opened: false },
)
export const CohortDrawer = lazyDialog(() => import('./CohortDrawer.tsx').then((m) => m.CohortDrawer), {
  opened: false,
})
