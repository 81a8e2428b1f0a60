export { startShiftReportWorker } from './worker.ts'
