import { lazy } from 'react'

export { prefetchAtSignIn } from './prefetch.ts'

// What the first pages show of shifts is fetched beside them, and not before them.
export const fetchStudentNow = () => import('./StudentNow.tsx')
export const StudentNow = lazy(async () => ({ default: (await fetchStudentNow()).StudentNow }))
export const StudentHours = lazy(async () => ({ default: (await fetchStudentNow()).StudentHours }))
export const fetchProctorNow = () => import('./ProctorNow.tsx')
export const ProctorNow = lazy(async () => ({ default: (await fetchProctorNow()).ProctorNow }))
/** The lists and dialogs of a school are nothing for the first page of others. */
export const SchoolDecisions = lazy(() =>
  import('./SchoolDecisions.tsx').then((file) => ({ default: file.SchoolDecisions })),
)
