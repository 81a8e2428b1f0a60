import { lazy } from 'react'

export { ProctorNow } from './ProctorNow.tsx'
export { prefetchAtSignIn } from './prefetch.ts'
export { StudentHours, StudentNow } from './StudentNow.tsx'
/** Fetched where it is shown: the lists and dialogs of a school are nothing for the first page of others. */
export const SchoolDecisions = lazy(() =>
  import('./SchoolDecisions.tsx').then((file) => ({ default: file.SchoolDecisions })),
)
