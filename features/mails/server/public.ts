export { startMailWorker } from './worker.ts'
