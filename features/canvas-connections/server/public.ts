export { startCanvasReader } from './worker.ts'
