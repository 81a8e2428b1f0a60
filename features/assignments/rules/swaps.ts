import { refusal } from '#core/refusal.ts'
import type { AssignmentStatus } from '#core/seat-statuses.ts'
import { type ShiftStatus, upcomingStates } from '#core/shift-statuses.ts'
import type { Step } from '#core/steps.ts'
import type { Swap, SwapPartner } from '../contract.ts'

/** The party a person acts for on a swap: the proposer, the classmate or their school. */
export type SwapParty = 'proposer' | 'classmate' | 'school' | 'system'

/**
 * The only steps of a swap (domain 2.4). The classmate's yes completes it if students choose shifts
 * themselves, otherwise the school's yes does; both seats then change hands. It lapses when one of its
 * seats ends or moves, or because one of its students leaves: by that student, or the school.
 */
export const swapSteps = [
  { event: 'accept', from: 'proposed', to: 'accepted', parties: ['classmate'] },
  { event: 'decline', from: 'proposed', to: 'declined', parties: ['classmate'] },
  { event: 'decline', from: 'accepted', to: 'declined', parties: ['classmate'] },
  { event: 'withdraw', from: 'proposed', to: 'withdrawn', parties: ['proposer'] },
  { event: 'withdraw', from: 'accepted', to: 'withdrawn', parties: ['proposer'] },
  { event: 'refuse', from: 'accepted', to: 'refused', parties: ['school'] },
  { event: 'swap', from: 'proposed', to: 'done', parties: ['classmate'] },
  { event: 'swap', from: 'accepted', to: 'done', parties: ['school'] },
  { event: 'lapse', from: 'proposed', to: 'lapsed', parties: ['proposer', 'classmate', 'school', 'system'] },
  { event: 'lapse', from: 'accepted', to: 'lapsed', parties: ['proposer', 'classmate', 'school', 'system'] },
] as const satisfies readonly Step<Swap['status'], SwapParty>[]

/** True if a swap is waiting for the classmate or the school. */
export const isSwapOpen = ({ status }: { status: Swap['status'] }): boolean =>
  status === 'proposed' || status === 'accepted'

type AnsweredSwap = {
  status: Swap['status']
  party: SwapParty
  students_choose: boolean
  /** True if one of its shifts has moved since it was proposed. */
  has_moved: boolean
  /** True if one of its seats makes up hours. */
  has_makeup: boolean
}

/** Why two seats cannot change hands any more, or null; a seat may make up hours in a swap from before decision 233. */
function seatsBlocker({ has_moved, has_makeup }: Pick<AnsweredSwap, 'has_moved' | 'has_makeup'>) {
  if (has_makeup) return refusal('swap.makeup_seat')
  return has_moved ? refusal('swap.moved') : null
}

/** Why a person cannot answer a swap, or null: it is over, only the classmate may accept it, or what they would accept has changed (domain 2.4). */
export function answerBlocker(
  { status, party, ...seats }: Omit<AnsweredSwap, 'students_choose'>,
  accept: boolean,
) {
  if (party !== 'proposer' && party !== 'classmate') return refusal('swap.not_found')
  if (status !== 'proposed' && status !== 'accepted') return refusal('swap.settled', { status })
  if (party === 'proposer' && accept) return refusal('swap.classmate_answers')
  return accept ? seatsBlocker(seats) : null
}

/** The status of a swap after an answer: done if students choose shifts themselves, otherwise the school decides (domain 2.4). */
export function answerOfSwap(
  { status, party, students_choose }: AnsweredSwap,
  accept: boolean,
): Swap['status'] {
  if (party === 'proposer') return 'withdrawn'
  if (!accept) return 'declined'
  return status === 'proposed' && students_choose ? 'done' : 'accepted'
}

/** Why the school cannot decide on a swap, or null if both students have agreed, and to these shifts as they are (domain 2.4). */
export function decisionBlocker(
  { status, party, ...seats }: Omit<AnsweredSwap, 'students_choose'>,
  accept: boolean,
) {
  if (party !== 'school') return refusal('swap.not_found')
  if (status === 'proposed') return refusal('swap.not_answered')
  if (status !== 'accepted') return refusal('swap.settled', { status })
  return accept ? seatsBlocker(seats) : null
}

/** Labels for the statuses of a swap. */
export const swapLabels: Record<Swap['status'], string> = {
  proposed: 'Proposed',
  accepted: 'Your school decides',
  done: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  refused: 'Refused',
  lapsed: 'Lapsed',
}

/**
 * Why a seat cannot be swapped, or null: it must be assigned, on a published shift that has not begun, and not make up hours, which belong
 * to its student (decision 233).
 */
export function swapBlocker(
  seat: { status: AssignmentStatus; shift_status: ShiftStatus; starts_at: string; makeup_for: string | null },
  now: string,
) {
  const isOpen = upcomingStates.includes(seat.shift_status)
  if (seat.status !== 'assigned' || !isOpen || seat.starts_at <= now) return refusal('swap.not_open')
  return seat.makeup_for === null ? null : refusal('swap.makeup')
}

/** One possible swap of a seat; without `assignment_id` the classmate takes it with nothing in return. */
export type SwapOption =
  | { student_id: string; full_name: string; assignment_id: null }
  | ({ student_id: string; full_name: string } & SwapPartner['exchanges'][number])

/** The classmates of these options, in order, each once with all seats they could give in return. */
export function swapPartnersOf(options: readonly SwapOption[]): SwapPartner[] {
  const partners = new Map<string, SwapPartner>()
  for (const option of options) {
    const { student_id: id, full_name: name } = option
    const partner = partners.get(id) ?? { student_id: id, full_name: name, can_take: false, exchanges: [] }
    partners.set(id, partner)
    if (option.assignment_id === null) partner.can_take = true
    else {
      const { assignment_id, date, start_time, end_time, location } = option
      partner.exchanges.push({ assignment_id, date, start_time, end_time, location })
    }
  }
  return [...partners.values()]
}
