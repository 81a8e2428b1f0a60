export { csvTable as readCsv } from '#core/csv-reader.ts'
export { judgeRows } from './commands/judge-rows.ts'
export { writeImport } from './commands/write-import.ts'
export { importJobs } from './jobs.ts'
