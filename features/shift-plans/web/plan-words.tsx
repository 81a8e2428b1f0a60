import type { ReactNode } from 'react'
import { clockRangeShort } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Issue, PlanItem, ShiftPlanStatus } from '../contract.ts'

export const planStatusLabels: Record<ShiftPlanStatus, string> = {
  drafting: 'Nothing to draft yet',
  needs_answers: 'Needs answers',
  ready: 'Ready',
  committed: 'Drafts made',
  discarded: 'Discarded',
  failed: 'Failed',
}

const looks: Record<ShiftPlanStatus, string> = {
  drafting: 'draft',
  needs_answers: 'needs_info',
  ready: 'active',
  committed: 'completed',
  discarded: 'inactive',
  failed: 'failed',
}

export const PlanBadge = ({ status }: { status: ShiftPlanStatus }): ReactNode => (
  <StateBadge state={looks[status]} label={planStatusLabels[status]} />
)

/** The beginning of the text, used as the name of a plan. */
export const planName = ({ prompt }: { prompt: string }): string => {
  const [line = ''] = prompt.split('\n')
  return line.length > 90 ? `${line.slice(0, 88).trimEnd()}…` : line
}

/** "Tue, Feb 2, 7 AM–3 PM, 5 East". */
export const nameOf = ({ date, start_time: start, end_time: end, unit_name: unit }: PlanItem): string =>
  `${formatDate(date, 'weekday')}, ${clockRangeShort(start, end)}, ${unit ?? 'no unit'}`

export const severityLabels: Record<Issue['severity'], string> = { block: 'Blocked', warn: 'Look' }
