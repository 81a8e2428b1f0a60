export { semesterReportJobs } from './jobs.ts'
export { findTerm } from './queries/find-term.ts'
export { loadKnown, studentsOf } from './queries/load-facts.ts'
export { reportPdf } from './report-pdf.ts'
