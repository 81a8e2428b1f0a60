export { semesters } from './queries.ts'
