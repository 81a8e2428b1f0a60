import { laterParts } from '#ui/later-parts.ts'

export { keepSeatActions } from './keep-seat-actions.ts'
export { prefetchAtSignIn } from './prefetch.ts'

// What the first pages show of shifts is fetched beside them, and not before them.
export const studentNow = laterParts(() => import('./StudentNow.tsx'))
export const StudentNow = studentNow.part((file) => file.StudentNow)
export const StudentHours = studentNow.part((file) => file.StudentHours)
export const proctorNow = laterParts(() => import('./ProctorNow.tsx'))
export const ProctorNow = proctorNow.part((file) => file.ProctorNow)
/** The lists and dialogs of a school are nothing for the first page of others. */
export const schoolDecisions = laterParts(() => import('./SchoolDecisions.tsx'))
export const SchoolDecisions = schoolDecisions.part((file) => file.SchoolDecisions)
