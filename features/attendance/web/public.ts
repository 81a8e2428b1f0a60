export { AttendanceSheet } from './AttendanceSheet.tsx'
export { CheckInToday, ShiftCheckIn } from './CheckIn.tsx'
export { keepPresses } from './presses.ts'
