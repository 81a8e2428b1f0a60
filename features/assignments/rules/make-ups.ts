import { refusal } from '#core/refusal.ts'
import { type Step, mayStep } from '#core/steps.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import type { MakeupNeed } from '../contract.ts'
import { isReason } from './blockers.ts'

/** The steps of hours to make up (domain 2.8): the school waives them; the rest follows from the seat that makes them up. */
export const needSteps = [
  { event: 'waive', from: 'open', to: 'waived', parties: ['school'] },
  { event: 'schedule', from: 'open', to: 'scheduled', parties: ['system'] },
  { event: 'reopen', from: 'scheduled', to: 'open', parties: ['system'] },
  { event: 'make_up', from: 'scheduled', to: 'made_up', parties: ['system'] },
  { event: 'schedule', from: 'made_up', to: 'scheduled', parties: ['system'] },
] as const satisfies readonly Step<MakeupNeed['status'], 'school' | 'system'>[]

/** What keeps hours from being waived, or null: someone has arranged or waived them already (domain 2.8). */
export const waiveBlocker = ({ status }: { status: string }) =>
  mayStep(needSteps, status, 'waived', 'school') ? null : refusal('makeup.settled', { status })

/** What keeps hours from being arranged, or null: someone has arranged or waived them already (domain 2.8). */
export const scheduleBlocker = ({ status }: { status: string }) =>
  status === 'open' ? null : refusal('makeup.settled', { status })

/** What keeps a shift from making up hours, or null: it is long enough, or someone says why a shorter one is (domain 2.8). */
export const lengthBlocker = (hours: number, needed: number, reason: string | null) =>
  hours >= needed || isReason(reason) ? null : refusal('makeup.too_short', { hours, needed })

/** States of a shift that can make up hours: it is agreed on. */
export const makeupStates: readonly ShiftStatus[] = ['approved', 'published', 'full', 'in_progress']

/** Are the hours of a seat that is taken away to be made up? Of one that was held, and not where conduct cost it (domain 2.8). */
export const makesNeed = (seat: { party: string; status: string }): boolean =>
  (seat.status === 'assigned' || seat.status === 'checked_in') && seat.party !== 'facility'

/** What people call each state of hours to make up. */
export const makeupWords: Record<MakeupNeed['status'], string> = {
  open: 'To be arranged',
  scheduled: 'Arranged',
  made_up: 'Made up',
  waived: 'Waived',
}
