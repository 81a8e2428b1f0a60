import { lazy } from 'react'

export { LeaveBanner } from './LeaveBanner.tsx'
/** A student's own leave, fetched where it is shown. */
export const MyLeave = lazy(() => import('./MyLeave.tsx').then((file) => ({ default: file.MyLeave })))
export { LeaveBadge, StudentLeaves } from './StudentLeaves.tsx'
