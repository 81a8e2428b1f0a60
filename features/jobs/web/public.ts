import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { hasEnded } from '../rules.ts'
export { JobProgress } from './JobProgress.tsx'
export { useJob } from './queries.ts'

export const JobsDrawer = lazyDialog(() => import('./JobsDrawer.tsx').then((file) => file.JobsDrawer), {
  opened: false,
})
