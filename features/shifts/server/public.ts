export { startShiftWorker } from './worker.ts'
export { options as shiftOptions, shiftColumns, shiftJoins } from './sql.ts'
