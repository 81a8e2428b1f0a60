export { all as allSemesters } from './sql.ts'
