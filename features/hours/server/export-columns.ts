import { dayIn } from '#core/plain-date.ts'
import { specialtyName } from '#core/specialties.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { Progress } from '../contract.ts'
import { kindLabels, riskWords, sourceLabels, progressStatusLabels } from '../rules.ts'
import type { ExportedEntry } from './queries/list-entries.ts'

/** The columns of the list as a file; their order and names must not change. One for each specialty that someone has hours in or needs. */
export function progressColumns(rows: readonly Progress[]): ExportColumn<Progress>[] {
  const specialties = [
    ...new Set(rows.flatMap(({ by_specialty }) => by_specialty.map(({ specialty }) => specialty))),
  ].toSorted()
  return [
    { header: 'Student', value: (row) => row.full_name, width: 28 },
    { header: 'Cohort', value: (row) => row.cohort_name, width: 24 },
    { header: 'Program', value: (row) => row.program_name, width: 24 },
    { header: 'Status', value: (row) => progressStatusLabels[row.standing], width: 12 },
    { header: 'Required', value: (row) => row.required, width: 10 },
    { header: 'Credited', value: (row) => row.credited, width: 10 },
    { header: 'Scheduled', value: (row) => row.scheduled, width: 10 },
    { header: 'Projected', value: (row) => row.projected, width: 10 },
    { header: 'Gap', value: (row) => row.gap, width: 10 },
    { header: 'Simulation over the limit', value: (row) => row.over, width: 14 },
    { header: 'To make up', value: (row) => row.to_make_up, width: 10 },
    ...specialties.map((specialty): ExportColumn<Progress> => ({
      header: `${specialtyName(specialty)}: credited`,
      value: (row) => row.by_specialty.find((one) => one.specialty === specialty)?.credited ?? 0,
      width: 14,
    })),
    { header: 'Why at risk', value: (row) => row.risks.map(riskWords).join(' '), width: 50 },
  ]
}

/** The columns of a student's ledger as a file; their order and names must not change. */
export const entryColumns = (zone: string): readonly ExportColumn<ExportedEntry>[] => [
  { header: 'Date', value: (row) => row.date, width: 12 },
  { header: 'Hours', value: (row) => row.minutes / 60, width: 8 },
  { header: 'Kind', value: (row) => kindLabels[row.kind], width: 16 },
  {
    header: 'Specialty',
    value: (row) => specialtyName(row.specialty),
    width: 20,
  },
  { header: 'Course', value: (row) => row.course_code, width: 12 },
  { header: 'Semester', value: (row) => row.semester_name, width: 16 },
  { header: 'Source', value: (row) => sourceLabels[row.source], width: 24 },
  { header: 'Takes a line back', value: (row) => (row.reverses ? 'Yes' : 'No'), width: 12 },
  { header: 'Reason', value: (row) => row.reason, width: 50 },
  { header: 'Evidence', value: (row) => row.evidence, width: 40 },
  { header: 'Files', value: (row) => row.evidence_file_ids.length, width: 8 },
  { header: 'Posted', value: (row) => dayIn(zone, row.posted_at), width: 12 },
  { header: 'Posted by', value: (row) => row.posted_by, width: 24 },
]
