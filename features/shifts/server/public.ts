export { shiftJobs } from './bulk.ts'
export type { Locked } from './commands/lock-shift.ts'
export { exportColumns as shiftExportColumns, placeColumns, whenColumns } from './export-columns.ts'
export { inWords } from './in-words.ts'
export {
  EXPORT_PAGE,
  inInbox,
  inSql,
  list as listShifts,
  options as shiftOptions,
  runEach,
  shiftColumns,
  shiftJoins,
} from './sql.ts'
export { startOpenShiftNotices, startShiftWorker } from './worker.ts'
