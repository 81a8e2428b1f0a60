export { shiftsBehind } from './queries/shifts-behind.ts'
