import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { EvaluationRow, EvaluationStatus } from '../contract.ts'
import { outcomeLabels, statusLabels } from '../rules.ts'

const looks: Record<EvaluationStatus, string> = {
  assigned: 'pending',
  overdue: 'overdue',
  draft: 'draft',
  submitted: 'submitted',
  acknowledged: 'accepted',
  disputed: 'rejected',
  under_verification: 'under_review',
  returned: 'returned',
  verified: 'verified',
  locked: 'locked',
  voided: 'cancelled',
}

/** The label of the badge. */
export const evaluationWords = ({
  status,
  is_late: isLate,
}: Pick<EvaluationRow, 'status' | 'is_late'>): string => (isLate ? 'Overdue' : statusLabels[status])

/** The status of an evaluation, or "overdue". */
export function EvaluationBadge({ row }: { row: Pick<EvaluationRow, 'status' | 'is_late'> }): ReactNode {
  if (row.is_late) return <StateBadge state="overdue" />
  return <StateBadge state={looks[row.status]} label={statusLabels[row.status]} />
}

/** Formats the result of an evaluation: a label, or points out of the maximum. */
export const resultWords = ({
  outcome,
  score,
  most,
}: Pick<EvaluationRow, 'outcome' | 'score' | 'most'>): string => {
  if (outcome === null) return '—'
  return outcome === 'rated' ? `${score} of ${most}` : outcomeLabels[outcome]
}
