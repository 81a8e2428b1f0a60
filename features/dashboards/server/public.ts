export { startWeeklySummaries } from './worker.ts'
