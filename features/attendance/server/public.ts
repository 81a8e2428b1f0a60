export { attendanceOfShift } from './queries/list-attendance.ts'
export { startAttendanceWorker } from './worker.ts'
