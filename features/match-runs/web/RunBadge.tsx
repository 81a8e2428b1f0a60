import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { RunPhase } from '../contract.ts'
import { runPhaseLabels } from './run-words.ts'

const looks: Record<RunPhase, string> = {
  queued: 'upcoming',
  running: 'in_progress',
  done: 'completed',
  published: 'active',
  discarded: 'archived',
  failed: 'declined',
  stopped: 'cancelled',
}

/** The phase of a run, as a badge. */
export function RunBadge({ phase }: { phase: RunPhase }): ReactNode {
  return <StateBadge state={looks[phase]} label={runPhaseLabels[phase]} />
}
