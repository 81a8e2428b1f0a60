import type { ShiftEventName, ShiftStatus, TrialParty } from '#features/shifts/contract.ts'
import { eventLabels, statusAfterEvent, shiftMachine } from '#features/shifts/rules.ts'

export type Step = { event: ShiftEventName; party: TrialParty }
/** The parties of a walk: school and facility, the school's super admin, and the calendar. */
export const walkers = [
  'school',
  'school_super',
  'facility',
  'system',
] as const satisfies readonly TrialParty[]
const MAX_STEPS = 30

/** A walk as a search parameter: 'submit-school.approve-facility'. */
export const walkText = (steps: readonly Step[]): string | undefined =>
  steps.map(({ event, party }) => `${event}-${party}`).join('.') || undefined

/** Reads a walk from its search parameter, as far as the rules allow it. */
export function stepsOf(text: string | undefined): Step[] {
  const steps: Step[] = []
  let status: ShiftStatus = 'draft'
  for (const part of (text ?? '').split('.').slice(0, MAX_STEPS)) {
    const [event = '', party = ''] = part.split('-')
    if (!Object.hasOwn(eventLabels, event) || !(walkers as readonly string[]).includes(party)) break
    const step = { event, party } as Step
    const to = statusAfterEvent(status, step.event, step.party)
    if (!to) break
    steps.push(step)
    status = to
  }
  return steps
}

/** What may happen next in a status, and by whom. */
export function nextSteps(status: ShiftStatus): { party: (typeof walkers)[number]; steps: Step[] }[] {
  const events = [...new Set(shiftMachine.filter(({ from }) => from === status).map(({ event }) => event))]
  return walkers
    .map((party) => ({
      party,
      steps: events
        .filter((event) => statusAfterEvent(status, event, party))
        // The super admin may do what the school does too; it is offered only once.
        .filter((event) => party !== 'school_super' || !statusAfterEvent(status, event, 'school'))
        .map((event) => ({ event, party })),
    }))
    .filter(({ steps }) => steps.length > 0)
}

/** Example walks. */
export const examples: readonly { name: string; walk: string }[] = [
  {
    name: 'From the request to the last hour',
    walk: 'submit-school.approve-facility.publish-school.start-system.complete-system.close-school',
  },
  {
    name: 'A question and a suggested change',
    walk: 'submit-school.ask-facility.answer-school.counter-facility.accept_counter-school.publish-school',
  },
  { name: 'Declined', walk: 'submit-school.decline-facility' },
  {
    name: 'Canceled with a student on it',
    walk: 'submit-school.approve-facility.publish-school.cancel-facility',
  },
  { name: 'No answer', walk: 'submit-school.expire-system' },
]
