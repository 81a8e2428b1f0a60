export { csvTable as readCsv } from '#core/csv-reader.ts'
export { preview as judgeRows } from './sql.ts'
export { writeImport } from './write-import.ts'
export { importJobs } from './jobs.ts'
