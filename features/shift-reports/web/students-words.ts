import type { ReportRow } from '../contract.ts'

/** How many students a report is about, and how many were absent: "5, 1 absent". */
export const studentsWords = ({ students, away }: Pick<ReportRow, 'students' | 'away'>): string =>
  `${students}${away > 0 ? `, ${away} absent` : ''}`
