export { attendanceOfShift, lockAttendanceOfShift } from './queries/list-attendance.ts'
export { startAttendanceWorker } from './worker.ts'
export { absencesOf } from './queries/absences-of.ts'
