export { startReportSender } from './worker.ts'
