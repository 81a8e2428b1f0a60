export { csvTable as readCsv } from '#core/csv-reader.ts'
