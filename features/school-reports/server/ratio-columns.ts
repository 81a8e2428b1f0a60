import { specialtyName } from '#core/specialties.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import { isWithinRatio } from '../rules.ts'

/** A past shift, as evidence of how many students an instructor led. */
export type RatioLine = {
  date: string
  site: string | null
  unit: string | null
  course: string | null
  specialty: string
  instructor: string | null
  students: number
  present: number
  limit: number | null
  jurisdiction: string | null
  source_url: string | null
}

const within = (row: RatioLine): string => {
  if (row.instructor === null) return 'No instructor'
  const answer = isWithinRatio(row.present, row.limit)
  return answer === null ? 'No limit known' : answer ? 'Yes' : 'No'
}

/** The columns of the ratio evidence; their order and names must not change. */
export const ratioColumns: readonly ExportColumn<RatioLine>[] = [
  { header: 'Date', value: (row) => row.date, width: 12 },
  { header: 'Site', value: (row) => row.site ?? 'On campus', width: 28 },
  { header: 'Unit', value: (row) => row.unit, width: 28 },
  { header: 'Course', value: (row) => row.course, width: 12 },
  { header: 'Specialty', value: (row) => specialtyName(row.specialty), width: 18 },
  { header: 'Instructor', value: (row) => row.instructor, width: 24 },
  { header: 'Students scheduled', value: (row) => row.students, width: 12 },
  { header: 'Students present', value: (row) => row.present, width: 12 },
  { header: 'Limit', value: (row) => row.limit, width: 8 },
  { header: 'Within limit', value: within, width: 12 },
  { header: 'Board', value: (row) => row.jurisdiction, width: 10 },
  { header: 'Source', value: (row) => row.source_url, width: 40 },
]
