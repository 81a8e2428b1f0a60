import type { SemesterReport } from '../contract.ts'

/** The fields of the form of one reader. */
export const valuesOf = (report: SemesterReport, reader: 'instructor' | 'school') => ({
  decision: report.decision ?? 'progressing',
  strengths: report.strengths ?? '',
  goals_next: report.goals_next ?? '',
  comment: (reader === 'instructor' ? report.proctor_comment : report.school_comment) ?? '',
})
