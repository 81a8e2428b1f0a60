import type { ReportRow } from '../contract.ts'

/** How many students a report is of, and how many of them it asks nothing about since they did not come: "5, 1 absent". */
export const studentsWords = ({ students, away }: Pick<ReportRow, 'students' | 'away'>): string =>
  `${students}${away > 0 ? `, ${away} absent` : ''}`
