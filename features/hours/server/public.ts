export { postSeatHours } from './commands/post-seat-hours.ts'
export { progressJson } from './queries/progress-json.ts'
