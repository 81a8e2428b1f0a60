export { shiftsBehind } from './sql.ts'
