import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { invitableRoles, type Role } from '#core/roles.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import {
  type Decision,
  type GivenBack,
  type Holding,
  type HoldingKind,
  holdingKind,
  type Successor,
} from './contract.ts'

type Action = Decision['action']

/** A person as far as leaving goes. */
export type Departing = { id: string; role: Role; status: string }

/** Why this person cannot be deactivated or reactivated by the asker: oneself, and whom one may invite; null when they can. */
export function departureBlocker(person: Departing, me: { id: string; role: Role }): string | null {
  const isTheirs =
    person.id === me.id ||
    me.role === 'superadmin' ||
    invitableRoles(me.role).some((role) => role === person.role)
  if (!isTheirs) return 'Your role may not deactivate people of this role.'
  return person.status === 'active' || person.status === 'deactivated'
    ? null
    : 'Waiting for approval: decide on the request first.'
}

/** Days ahead that a last day may be planned. */
export const MOST_DAYS_AHEAD = 730

/** Why this cannot be someone's last day: days before today where their school or facility is, and those more than two years ahead. */
export function lastDayRefusal(
  lastDay: PlainDate | null,
  today: PlainDate,
):
  | Refusal<'departure.past_day', { today: string }>
  | Refusal<'departure.far_day', { latest: string }>
  | null {
  if (lastDay === null) return null
  if (lastDay < today) return refusal('departure.past_day', { today: formatDate(today) })
  const latest = addDays(today, MOST_DAYS_AHEAD)
  return lastDay > latest ? refusal('departure.far_day', { latest: formatDate(latest) }) : null
}

const datedKinds: readonly HoldingKind[] = ['lead', 'precept', 'seat', 'request', 'swap']
/** Has it a day of its own? With a planned departure that is settled at once, so that others can plan; the rest is needed until the last day. */
export const isDated = ({ kind }: Pick<Holding, 'kind'>): boolean => datedKinds.includes(kind)

/** What a person still holds after a last day (null: from now on); what has no day is held until someone ends it. */
export function heldAfter<Held extends Holding>(
  holdings: readonly Held[],
  lastDay: PlainDate | null,
): Held[] {
  return lastDay === null ? [...holdings] : holdings.filter(({ date }) => date === null || date > lastDay)
}

/** What PostgreSQL knows of a holding: of one on a shift where and when that is, and what else its kind has. */
export type HoldingFacts = Partial<ShiftFacts> & {
  status?: string
  name?: string | null
  email?: string
  /** In words. */
  permission?: string
  at?: string
}

const stateWords: Partial<Record<string, string>> = { waitlisted: ' (waitlist)', offered: ' (offered)' }

/** What people read of something that a person holds. */
export function labelOf(kind: HoldingKind, facts: HoldingFacts): string {
  const { status = '', name, email = '', permission, at } = facts
  const shift = 'date' in facts ? `${where(facts as ShiftFacts)}, ${when(facts as ShiftFacts)}` : ''
  const right = permission ? `${permission} at ${at}` : ''
  switch (kind) {
    case 'lead':
    case 'precept':
      return shift
    case 'seat':
    case 'request':
      return shift + (stateWords[status] ?? '')
    case 'swap':
      return `With ${name}: ${shift}`
    case 'cohort':
      return name ?? ''
    case 'permission':
      return right
    case 'permission_request':
      return `${right} for ${name}`
    case 'invitation':
      return name ? `${name}, ${email}` : email
  }
}

/** In the order in which they are decided on: what others wait for first, and by day. */
export const byKindAndDay = (a: Holding, b: Holding): number =>
  holdingKind.options.indexOf(a.kind) - holdingKind.options.indexOf(b.kind) ||
  (a.date ?? '9999').localeCompare(b.date ?? '9999') ||
  a.label.localeCompare(b.label) ||
  a.id.localeCompare(b.id)

/** Where a holding belongs. */
export type PlacedHolding = Holding & { school_id: string | null; facility_id: string | null }
/** A role and tenant to change to; `scope` is the facility with everything below it. */
export type Target = { role: Role; school_id: string | null; scope: ReadonlySet<string> }

const schoolAdmins: readonly Role[] = ['school_admin', 'school_super_admin']

/** May a person of that role and tenant hold this? What they may not is decided on before the change. */
export function fitsTarget(
  { kind, school_id: school, facility_id: facility }: PlacedHolding,
  target: Target,
): boolean {
  const isSchool = school !== null && school === target.school_id
  const isInScope = target.role === 'facility_admin' && facility !== null && target.scope.has(facility)
  switch (kind) {
    case 'lead':
      return target.role === 'proctor' && isSchool
    case 'seat':
    case 'request':
    case 'swap':
      return target.role === 'student' && isSchool
    case 'cohort':
      return (target.role === 'proctor' || schoolAdmins.includes(target.role)) && isSchool
    case 'precept':
    case 'permission':
    case 'permission_request':
      return isInScope
    case 'invitation':
      return target.role === 'superadmin' || isInScope || (schoolAdmins.includes(target.role) && isSchool)
  }
}

/** What the change is: leaving keeps what the person still comes for; a change of role or tenant keeps only what fits there. */
export type Occasion = 'leave' | 'change'

/** What can be done with a holding on this occasion. */
export function actionsFor(kind: HoldingKind, occasion: Occasion): readonly Action[] {
  return occasion === 'leave' || kind === 'invitation'
    ? actionsOf[kind]
    : actionsOf[kind].filter((action) => action !== 'keep')
}

/** What can be done with each kind of holding when its holder leaves; handing over needs someone eligible. */
const actionsOf: Record<HoldingKind, readonly Action[]> = {
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
  request: 'Requests and waitlist positions',
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

/** The steps of a departure, and what is not decided: no decision, one that its kind does not allow, or a hand-over to no one. */
export function planSteps(
  holdings: readonly Holding[],
  decisions: readonly Decision[],
  occasion: Occasion = 'leave',
): { steps: Step[]; undecided: Holding[] } {
  const byKey = new Map(decisions.map((decision) => [keyOf(decision), decision]))
  const steps: Step[] = []
  const undecided: Holding[] = []
  for (const holding of holdings) {
    const decision = byKey.get(keyOf(holding))
    const isWhole = decision && (decision.action !== 'hand_over' || decision.successor_id !== null)
    if (!isWhole || !actionsFor(holding.kind, occasion).includes(decision.action)) undecided.push(holding)
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

/** So many steps are taken while someone waits; more are taken by a job, which shows how far it is. */
export const STEPS_AT_ONCE = 20

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

/** What came back, and what did not with its reason: for a toast or a dialog. */
export function givenBackText({ given_back: back, left }: GivenBack): string {
  const parts = [
    back > 0 && `${back} given back.`,
    left.length > 0 && `${left.length} could not be given back.`,
  ].filter(Boolean)
  return parts.join(' ')
}

/** Why the last administrator of a school or facility cannot leave yet, and what to do. */
export function lastAdministratorWords({ name, tenant }: { name: string; tenant: string }): string {
  return `${name} is the last administrator of ${tenant}. Invite another administrator first; once they have accepted, ${name} can leave.`
}

type Due = { decider: string; may_still: boolean; job_id: string | null; error_message: string | null }

/** Why a departure whose last day is over cannot be carried out: its job ended without it, or who decided may no longer. Null: it starts. */
export function faultOfDue({ decider, may_still, job_id, error_message }: Due): string | null {
  if (job_id !== null) return error_message ?? 'The job was canceled.'
  return may_still ? null : `${decider} decided on this and may no longer do so.`
}
