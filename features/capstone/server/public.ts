export { startCapstoneWorker } from './worker.ts'
