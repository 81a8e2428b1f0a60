import type { Role } from '#core/roles.ts'
import { invitableRoles } from '#features/invitations/rules.ts'
import type { Decision, Holding, HoldingKind, Successor } from './contract.ts'

type Action = Decision['action']

/** A person as far as leaving goes. */
export type Departing = { id: string; role: Role; status: string }

/** Why this person cannot be deactivated or reactivated by the asker: nobody oneself, and others only whom one may invite; null when they can. */
export function departureBlocker(person: Departing, me: { id: string; role: Role }): string | null {
  if (person.id === me.id) return 'Nobody deactivates themselves. Ask another administrator.'
  const isTheirs = me.role === 'superadmin' || invitableRoles(me.role).some((role) => role === person.role)
  if (!isTheirs) return 'Your role may not deactivate people of this role.'
  return person.status === 'active' || person.status === 'deactivated'
    ? null
    : 'Waits for approval: decide on the request first.'
}

/** What can be done with each kind of holding when its holder leaves; handing over needs someone eligible. */
export const actionsOf: Record<HoldingKind, readonly Action[]> = {
  lead: ['hand_over', 'free', 'keep'],
  precept: ['hand_over', 'free', 'keep'],
  seat: ['free', 'keep'],
  request: ['free', 'keep'],
  swap: ['free', 'keep'],
  cohort: ['hand_over', 'free', 'keep'],
  permission: ['free', 'keep'],
  permission_request: ['free', 'keep'],
  invitation: ['free', 'keep'],
}

export const kindLabels: Record<HoldingKind, string> = {
  lead: 'Shifts to lead',
  precept: 'Shifts as preceptor',
  seat: 'Seats on shifts',
  request: 'Requests and waitlist places',
  swap: 'Open swaps',
  cohort: 'Cohorts advised',
  permission: 'Facility permissions',
  permission_request: 'Open permission requests',
  invitation: 'Invitations they sent',
}

/** What freeing and keeping mean for each kind, as the option of a choice says it. */
export const optionLabels: Record<HoldingKind, { free: string; keep: string }> = {
  lead: { free: 'Leave the instructor to be named', keep: 'Keep: they still come' },
  precept: { free: 'Leave the preceptor to be named', keep: 'Keep: they still come' },
  seat: { free: 'Free the seat for others', keep: 'Keep: they still come' },
  request: { free: 'Take off the list', keep: 'Keep on the list' },
  swap: { free: 'End the swap', keep: 'Keep it open' },
  cohort: { free: 'Leave without this advisor', keep: 'Keep as advisor' },
  permission: { free: 'End the permission', keep: 'Keep for when they return' },
  permission_request: { free: 'Withdraw the request', keep: 'Keep it open' },
  invitation: { free: 'Revoke the invitation', keep: 'Keep: its link works again if they return' },
}

/** Names one holding among all kinds. */
export const keyOf = ({ kind, id }: Pick<Holding, 'kind' | 'id'>): string => `${kind} ${id}`

/** A holding and what happens to it. */
export type Step = Holding & { action: Action; successorId: string | null }

/** The steps of a departure, and what is not decided: no decision, one that its kind does not allow, or a hand-over to nobody. */
export function planSteps(
  holdings: readonly Holding[],
  decisions: readonly Decision[],
): { steps: Step[]; undecided: Holding[] } {
  const byKey = new Map(decisions.map((decision) => [keyOf(decision), decision]))
  const steps: Step[] = []
  const undecided: Holding[] = []
  for (const holding of holdings) {
    const decision = byKey.get(keyOf(holding))
    const isWhole = decision && (decision.action !== 'hand_over' || decision.successor_id !== null)
    if (!isWhole || !actionsOf[holding.kind].includes(decision.action)) undecided.push(holding)
    else
      steps.push({
        ...holding,
        action: decision.action,
        successorId: decision.action === 'hand_over' ? decision.successor_id : null,
      })
  }
  return { steps, undecided }
}

/** The steps whose successor is not eligible, or has another shift at that time. */
export function clashing(steps: readonly Step[], successors: readonly Successor[]): Step[] {
  const eligible = new Map(successors.map((each) => [`${each.kind} ${each.id}`, new Set(each.clashes)]))
  return steps.filter(({ action, kind, id, successorId }) => {
    if (action !== 'hand_over') return false
    const clashes = eligible.get(`${kind} ${successorId}`)
    return !clashes || clashes.has(id)
  })
}

/** What the choices come to: "12 handed over, 3 freed, 1 kept." */
export function outcomeText(counts: { handed_over: number; freed: number; kept: number }): string {
  const parts = [
    counts.handed_over && `${counts.handed_over} handed over`,
    counts.freed && `${counts.freed} freed`,
    counts.kept && `${counts.kept} kept`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing had to be decided.'
}

/** How many steps hand over, free and keep. */
export function countSteps(steps: readonly Pick<Step, 'action'>[]): {
  handed_over: number
  freed: number
  kept: number
} {
  const count = (wanted: Action) => steps.filter(({ action }) => action === wanted).length
  return { handed_over: count('hand_over'), freed: count('free'), kept: count('keep') }
}
