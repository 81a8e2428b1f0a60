import type { ConcernFact, RunMode, RunPhase, RunProof } from '../contract.ts'
import { hasMatch } from '../rules.ts'

export const runModeLabels: Record<RunMode, string> = {
  fair_match: 'Fair match',
  lottery: 'Lottery',
  two_sided: 'Two-sided match',
  manual: 'By hand',
}
export const runPhaseLabels: Record<RunPhase, string> = {
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  published: 'Published',
  discarded: 'Set aside',
  failed: 'Failed',
  stopped: 'Stopped',
}
export const factLabels: Record<ConcernFact, string> = {
  conflict: 'A conflict of interest',
  hardship: 'A hardship I declared',
  schedule: 'My schedule',
  prerequisite: 'A course or requirement I completed',
  other: 'Another fact',
}
export const concernLabels: Record<'open' | 'upheld' | 'not_upheld', string> = {
  open: 'Waiting for an answer',
  upheld: 'Agreed',
  not_upheld: 'Not agreed',
}

/** Summarizes the proof of a run in one line. */
export function proofInWords(proof: RunProof | null): string {
  switch (proof?.status) {
    case 'optimal':
      return 'Proven: no match has fewer points.'
    case 'bound':
      if (!hasMatch(proof))
        return 'The search ended at its limit without a match. Loosen a rule and run it again.'
      return proof.gap === null
        ? 'The search ended at its limit.'
        : `At most ${(100 * proof.gap).toFixed(2)}% above the best possible.`
    case 'stable':
      return 'Stable, and the best stable match for students.'
    case 'drawn':
      return 'Each student got the best option left at their turn.'
    case 'by_hand':
      return 'Assigned by hand.'
    case 'infeasible':
      return 'The rules contradict each other.'
    default:
      return ''
  }
}
