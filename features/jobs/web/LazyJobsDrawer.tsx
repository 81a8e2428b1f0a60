import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** The recent jobs of a person, loaded when first opened. */
export const LazyJobsDrawer = lazyDialog(() => import('./JobsDrawer.tsx').then((file) => file.JobsDrawer), {
  opened: false,
})
