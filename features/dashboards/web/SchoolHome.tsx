export { SchoolQueue } from './SchoolQueue.tsx'
export { SchoolTotals } from './SchoolTotals.tsx'
export { WeekAhead } from './WeekAhead.tsx'
