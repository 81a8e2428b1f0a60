import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ReportRow } from '../contract.ts'
import { reportLabels } from '../rules.ts'

const looks: Record<ReportRow['status'], string> = {
  due: 'pending',
  draft: 'draft',
  submitted: 'submitted',
  returned: 'returned',
  accepted: 'approved',
}

/** The label of the badge. */
export const reportWords = ({
  status,
  is_overdue: isOverdue,
}: Pick<ReportRow, 'status' | 'is_overdue'>): string => {
  // That it was returned says what to do; that it is late, how soon.
  if (isOverdue) return status === 'returned' ? 'Returned, overdue' : 'Overdue'
  return reportLabels[status]
}

/** The status of a report, or that it is overdue. */
export function ReportBadge({ report }: { report: Pick<ReportRow, 'status' | 'is_overdue'> }): ReactNode {
  return (
    <StateBadge state={report.is_overdue ? 'overdue' : looks[report.status]} label={reportWords(report)} />
  )
}
