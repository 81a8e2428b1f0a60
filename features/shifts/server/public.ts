export { startShiftWorker } from './worker.ts'
export { count as countSlots } from './slots-sql.ts'
export { options as shiftOptions, shiftColumns, shiftJoins } from './sql.ts'
