import { lazyParts } from '#ui/lazy-parts.ts'

export { storeSeatActionsOffline } from './store-seat-actions-offline.ts'
export { prefetchAtSignIn } from './prefetch.ts'

// The shift sections of the first pages are loaded in parallel, not before the page.
export const studentNow = lazyParts(() => import('./StudentNow.tsx'))
export const StudentNow = studentNow.part((file) => file.StudentNow)
export const OpenShiftsForYou = studentNow.part((file) => file.OpenShiftsForYou)
export const StudentHours = studentNow.part((file) => file.StudentHours)
export const proctorNow = lazyParts(() => import('./ProctorNow.tsx'))
export const ProctorNow = proctorNow.part((file) => file.ProctorNow)
export const ProctorAhead = proctorNow.part((file) => file.ProctorAhead)
export { useOwnDay } from './proctor-day.ts'
// A school's lists and dialogs are loaded when one of them is opened.
export const schoolDecisions = lazyParts(() => import('./SchoolDecisions.tsx'))
export const SeatRequests = schoolDecisions.part((file) => file.SeatRequests)
export const SwapRequests = schoolDecisions.part((file) => file.SwapRequests)
export const OpenMakeups = schoolDecisions.part((file) => file.OpenMakeups)
export { openMakeupsQuery, seatRequestsQuery, swapRequestsQuery } from './queries.ts'
