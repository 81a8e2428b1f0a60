import { lazyParts } from '#ui/lazy-parts.ts'

/** The waiting sign-ups, loaded when their line of a dashboard is opened; lists of people use only this feature's other parts. */
export const LazyApprovalsPanel = lazyParts(() => import('./ApprovalsPanel.tsx')).part(
  (file) => file.ApprovalsPanel,
)
