export { shared as wiring } from './shared.ts'
