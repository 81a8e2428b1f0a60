import type { ReactNode } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Report, ReportRow } from '../contract.ts'
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

/** Who has not submitted a report yet, and when they were reminded of one that is overdue: when it was due. */
export const unsubmittedWords = ({
  proctor_name: name,
  is_overdue: isOverdue,
  due_at: due,
  time_zone: zone,
}: Pick<Report, 'proctor_name' | 'is_overdue' | 'due_at' | 'time_zone'>): string =>
  `${name ?? 'The instructor'} has not submitted it yet.${isOverdue ? ` It was due ${formatInstant(due, zone, 'weekday')}, and they were reminded then.` : ''}`

/** The status of a report, or that it is overdue. */
export function ReportBadge({ report }: { report: Pick<ReportRow, 'status' | 'is_overdue'> }): ReactNode {
  return (
    <StateBadge state={report.is_overdue ? 'overdue' : looks[report.status]} label={reportWords(report)} />
  )
}
