export { closedDaysIn } from './queries/closed-days-in.ts'
