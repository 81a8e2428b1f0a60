import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SemesterReportStatus } from '../contract.ts'
import { semesterReportLabels } from '../rules.ts'

const looks: Record<SemesterReportStatus, string> = {
  draft: 'draft',
  proctor_review: 'submitted',
  school_review: 'in_review',
  published: 'published',
  acknowledged: 'confirmed',
  superseded: 'archived',
  withheld: 'on_hold',
}

/** The status of a semester report. */
export const ReportStatus = ({ status }: { status: SemesterReportStatus }): ReactNode => (
  <StateBadge state={looks[status]} label={semesterReportLabels[status]} />
)
