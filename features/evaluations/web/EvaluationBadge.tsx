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
}: Pick<EvaluationRow, 'status' | 'is_late'>): string => {
  // That it was returned says what to do; that it is late, how soon.
  if (isLate) return status === 'returned' ? 'Returned, overdue' : 'Overdue'
  return statusLabels[status]
}

/** The status of an evaluation, or "overdue". */
export function EvaluationBadge({ row }: { row: Pick<EvaluationRow, 'status' | 'is_late'> }): ReactNode {
  return <StateBadge state={row.is_late ? 'overdue' : looks[row.status]} label={evaluationWords(row)} />
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
