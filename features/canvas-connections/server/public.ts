export { startCanvasReader } from './look-after.ts'
