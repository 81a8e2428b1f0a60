import { dayIn } from '#core/plain-date.ts'
import { specialtyName } from '#core/specialties.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { Mapping } from '../contract.ts'
import { coverageLabels, originLabels, statusLabels } from '../messages.ts'
import { type AreaCoverage, whereName } from '../rules.ts'

/** The columns of mappings as a file; their order and names must not change. */
export const mappingColumns = (zone: string): readonly ExportColumn<Mapping>[] => [
  { header: 'School', value: (row) => row.school_name },
  { header: 'Program', value: (row) => row.program_name },
  { header: 'Course', value: (row) => row.course_code },
  { header: 'Area', value: (row) => specialtyName(row.specialty) },
  { header: 'Required hours', value: (row) => row.required_hours },
  { header: 'Organization', value: (row) => organizationOf(row) },
  { header: 'Facility', value: (row) => whereName(row) },
  { header: 'Level', value: (row) => row.facility_kind },
  { header: 'Minimum hours', value: (row) => row.min_hours },
  { header: 'Priority', value: (row) => row.priority },
  { header: 'Status', value: (row) => statusLabels[row.status] },
  { header: 'Origin', value: (row) => originLabels[row.origin] },
  { header: 'Confidence', value: (row) => row.confidence },
  { header: 'Words', value: (row) => row.words.join('; ') },
  { header: 'Rationale', value: (row) => row.rationale },
  { header: 'Reviewed by', value: (row) => row.reviewed_by_name },
  { header: 'Reviewed', value: (row) => row.reviewed_at && dayIn(zone, row.reviewed_at) },
]

const organizationOf = ({ facility_kind: kind, facility_name: name, facility_detail: detail }: Mapping) =>
  kind === 'organization' ? name : (detail?.split(' · ').at(-1) ?? null)

/** The columns of coverage as a file; their order and names must not change. */
export const coverageColumns: readonly ExportColumn<AreaCoverage>[] = [
  { header: 'Student', value: (row) => row.full_name },
  { header: 'Cohort', value: (row) => row.cohort_name },
  { header: 'Program', value: (row) => row.program_name },
  { header: 'Area', value: (row) => specialtyName(row.specialty) },
  { header: 'Minimum hours', value: (row) => row.min_hours },
  { header: 'Credited', value: (row) => row.credited },
  { header: 'Scheduled', value: (row) => row.scheduled },
  { header: 'Gap', value: (row) => row.gap },
  { header: 'Status', value: (row) => coverageLabels[row.status] },
  { header: 'Active mappings', value: (row) => row.mapped },
]
