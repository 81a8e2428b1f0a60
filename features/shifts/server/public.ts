export { startShiftWorker } from './worker.ts'
export { shiftColumns, shiftJoins } from './sql.ts'
