export { closedDaysIn } from './queries/closed-days-in.ts'
export { capstoneDaysAtUnits } from './queries/capstone-days-at-units.ts'
export { capstonesAhead } from './queries/capstones-ahead.ts'
