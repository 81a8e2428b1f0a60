import { lazyParts } from '#ui/lazy-parts.ts'

export { storeShiftsOffline, type ShiftPages } from './store-shifts-offline.ts'
export { resumeCheckIns } from './check-in-actions.ts'

// Loaded separately from the page: on most days there is nothing to check in to.
export const checkIn = lazyParts(() => import('./CheckIn.tsx'))
export const CheckInToday = checkIn.part((file) => file.CheckInToday)
export const ShiftCheckIn = checkIn.part((file) => file.ShiftCheckIn)
export const attendanceSheet = lazyParts(() => import('./AttendanceSheet.tsx'))
export const AttendanceSheet = attendanceSheet.part((file) => file.AttendanceSheet)
