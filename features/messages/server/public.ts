export { startMessageWorker } from './worker.ts'
