import { laterParts } from '#ui/later-parts.ts'

// Few students are on leave: all of it is fetched where one is shown.
const leave = laterParts(() => import('./parts.ts'))
export const LeaveBanner = leave.part((file) => file.LeaveBanner)
export const MyLeave = leave.part((file) => file.MyLeave)
export const LeaveBadge = leave.part((file) => file.LeaveBadge)
export const StudentLeaves = leave.part((file) => file.StudentLeaves)
