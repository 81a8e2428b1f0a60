import { lazyParts } from '#ui/lazy-parts.ts'

// Few students are on leave, so these load only if there is a leave to show.
const own = lazyParts(() => import('./MyLeave.tsx'))
export const LeaveBanner = own.part((file) => file.LeaveBanner)
export const MyLeave = own.part((file) => file.MyLeave)
const ofStudent = lazyParts(() => import('./StudentLeaves.tsx'))
export const LeaveBadge = ofStudent.part((file) => file.LeaveBadge)
export const StudentLeaves = ofStudent.part((file) => file.StudentLeaves)
