export { all as allSemesters } from './queries/all.ts'
