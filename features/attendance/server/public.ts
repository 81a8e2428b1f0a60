export { startAttendanceWorker } from './worker.ts'
