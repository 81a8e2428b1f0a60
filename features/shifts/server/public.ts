export { startShiftWorker } from './worker.ts'
export { exportColumns as shiftExportColumns } from './export-columns.ts'
export { count as countSlots } from './slots-sql.ts'
export { list as listShifts, options as shiftOptions, shiftColumns, shiftJoins } from './sql.ts'
