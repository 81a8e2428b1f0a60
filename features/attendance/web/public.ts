import { lazyParts } from '#ui/lazy-parts.ts'

export { keepToday, type ShiftPages } from './keep-today.ts'
export { keepPresses } from './presses.ts'

// Loaded separately from the page: on most days there is nothing to check in to.
export const checkIn = lazyParts(() => import('./CheckIn.tsx'))
export const CheckInToday = checkIn.part((file) => file.CheckInToday)
export const ShiftCheckIn = checkIn.part((file) => file.ShiftCheckIn)
export const attendanceSheet = lazyParts(() => import('./AttendanceSheet.tsx'))
export const AttendanceSheet = attendanceSheet.part((file) => file.AttendanceSheet)
