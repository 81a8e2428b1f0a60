export { postSeatHours } from './commands/post-seat-hours.ts'
export { loadSemesterProgress } from './queries/load-progress.ts'
export { progressJson } from './queries/progress-json.ts'
export { loadProgress } from './queries/load-progress.ts'
