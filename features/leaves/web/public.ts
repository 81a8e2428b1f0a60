import { laterParts } from '#ui/later-parts.ts'

// Few students are on leave, so these load only if there is a leave to show.
const own = laterParts(() => import('./MyLeave.tsx'))
export const LeaveBanner = own.part((file) => file.LeaveBanner)
export const MyLeave = own.part((file) => file.MyLeave)
const ofStudent = laterParts(() => import('./StudentLeaves.tsx'))
export const LeaveBadge = ofStudent.part((file) => file.LeaveBadge)
export const StudentLeaves = ofStudent.part((file) => file.StudentLeaves)
