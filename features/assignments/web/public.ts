import { lazy } from 'react'

export { prefetchAtSignIn } from './prefetch.ts'

// What the first pages show of shifts is fetched beside them, and not before them.
const student = () => import('./StudentNow.tsx')
export const StudentNow = lazy(async () => ({ default: (await student()).StudentNow }))
export const StudentHours = lazy(async () => ({ default: (await student()).StudentHours }))
export const ProctorNow = lazy(async () => ({ default: (await import('./ProctorNow.tsx')).ProctorNow }))
/** The lists and dialogs of a school are nothing for the first page of others. */
export const SchoolDecisions = lazy(() =>
  import('./SchoolDecisions.tsx').then((file) => ({ default: file.SchoolDecisions })),
)
