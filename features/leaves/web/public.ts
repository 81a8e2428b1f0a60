import { laterParts } from '#ui/later-parts.ts'

// Few students are on leave: what they read of it is fetched where one is shown.
const own = laterParts(() => import('./MyLeave.tsx'))
export const LeaveBanner = own.part((file) => file.LeaveBanner)
export const MyLeave = own.part((file) => file.MyLeave)
const ofStudent = laterParts(() => import('./StudentLeaves.tsx'))
export const LeaveBadge = ofStudent.part((file) => file.LeaveBadge)
export const StudentLeaves = ofStudent.part((file) => file.StudentLeaves)
