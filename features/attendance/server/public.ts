export { creditSeatsAgain } from './commands/credit-seats-again.ts'
export { attendanceOfShift } from './queries/list-attendance.ts'
export { startAttendanceWorker } from './worker.ts'
