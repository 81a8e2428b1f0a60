import { lazy } from 'react'

/** What a student reads of their leave; few have one. */
export const LeaveBanner = lazy(() =>
  import('./LeaveBanner.tsx').then((file) => ({ default: file.LeaveBanner })),
)
/** A student's own leave, fetched where it is shown. */
export const MyLeave = lazy(() => import('./MyLeave.tsx').then((file) => ({ default: file.MyLeave })))
export { LeaveBadge, StudentLeaves } from './StudentLeaves.tsx'
