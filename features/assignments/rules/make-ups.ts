import { refusal } from '#core/refusal.ts'
import { activeSeats, type AssignmentStatus } from '#core/seat-statuses.ts'
import { liveStates } from '#core/shift-statuses.ts'
import { type Step, canTransition } from '#core/steps.ts'
import type { MakeupNeed } from '../contract.ts'
import { isReason } from './blockers.ts'

/**
 * The steps of hours to make up (domain 2.8): the school waives them, and corrects hours that it waived by mistake; the rest follows from
 * the make-up seat.
 */
export const needSteps = [
  { event: 'waive', from: 'open', to: 'waived', parties: ['school'] },
  { event: 'reopen', from: 'waived', to: 'open', parties: ['school'] },
  { event: 'schedule', from: 'open', to: 'scheduled', parties: ['system'] },
  { event: 'reopen', from: 'scheduled', to: 'open', parties: ['system'] },
  { event: 'reopen', from: 'made_up', to: 'open', parties: ['system'] },
  { event: 'make_up', from: 'scheduled', to: 'made_up', parties: ['system'] },
  { event: 'schedule', from: 'made_up', to: 'scheduled', parties: ['system'] },
] as const satisfies readonly Step<MakeupNeed['status'], 'school' | 'system'>[]

/** Why hours cannot be waived, or null: they are already arranged or waived (domain 2.8). */
export const waiveBlocker = ({ status }: { status: string }) =>
  canTransition(needSteps, status, 'waived', 'school') ? null : refusal('makeup.settled', { status })

/** Why hours cannot be arranged, or null: they are already arranged or waived (domain 2.8). */
export const scheduleBlocker = ({ status }: { status: string }) =>
  status === 'open' ? null : refusal('makeup.settled', { status })

/** Why a shift cannot make up hours, or null if it is long enough or a reason is given for a shorter one (domain 2.8). */
export const lengthBlocker = (hours: number, needed: number, reason: string | null) =>
  hours >= needed || isReason(reason) ? null : refusal('makeup.too_short', { hours, needed })

/** Statuses in which a shift can make up hours: it has been approved. */
export const makeupStates = liveStates

/**
 * True if the hours of a removed seat need to be made up: the student held
 * it, and it was not the facility that removed them (domain 2.8).
 */
export const makesNeed = (seat: { party: string; status: AssignmentStatus }): boolean =>
  activeSeats.includes(seat.status) && seat.party !== 'facility'

/** Labels for the statuses of hours to make up. */
export const makeupLabels: Record<MakeupNeed['status'], string> = {
  open: 'To be arranged',
  scheduled: 'Arranged',
  made_up: 'Made up',
  waived: 'Waived',
}
