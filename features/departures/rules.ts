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

/** The fields of a person that departures need. */
export type Departing = { id: string; role: Role; status: string }

/** Why the caller cannot deactivate or reactivate this person; null when they can: themselves, and people they may invite. */
export function departureBlocker(person: Departing, me: { id: string; role: Role }): string | null {
  const isTheirs =
    person.id === me.id ||
    me.role === 'superadmin' ||
    invitableRoles(me.role).some((role) => role === person.role)
  if (!isTheirs) return 'Your role can’t deactivate people with this role.'
  return person.status === 'active' || person.status === 'deactivated'
    ? null
    : 'Waiting for approval: decide on the request first.'
}

/** How many days ahead a last day may be. */
export const MAX_DAYS_AHEAD = 730

/** Why this cannot be someone's last day: it is before today at their school or facility, or more than two years ahead. */
export function lastDayBlocker(
  lastDay: PlainDate | null,
  today: PlainDate,
):
  | Refusal<'departure.past_day', { today: string }>
  | Refusal<'departure.far_day', { latest: string }>
  | null {
  if (lastDay === null) return null
  if (lastDay < today) return refusal('departure.past_day', { today: formatDate(today) })
  const latest = addDays(today, MAX_DAYS_AHEAD)
  return lastDay > latest ? refusal('departure.far_day', { latest: formatDate(latest) }) : null
}

const datedKinds: readonly HoldingKind[] = ['lead', 'precept', 'seat', 'request', 'swap']
/**
 * True for holdings with a date. A planned departure settles those after the last day now, so that others can plan; the rest stay until
 * then.
 */
export const isDated = ({ kind }: Pick<Holding, 'kind'>): boolean => datedKinds.includes(kind)

/** What a person still holds after a last day (null: from now on); undated holdings last until someone ends them. */
export function heldAfter<Held extends Holding>(
  holdings: readonly Held[],
  lastDay: PlainDate | null,
): Held[] {
  return lastDay === null ? [...holdings] : holdings.filter(({ date }) => date === null || date > lastDay)
}

/** The database facts of a holding: for a shift its location and time, and other values of its kind. */
export type HoldingFacts = Partial<ShiftFacts> & {
  status?: string
  name?: string | null
  email?: string
  /** As a label. */
  permission?: string
  at?: string
}

const stateWords: Partial<Record<string, string>> = { waitlisted: ' (waitlist)', offered: ' (offered)' }

/** The label of a holding. */
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
    case 'capstone':
    case 'capstone_faculty':
    case 'capstone_preceptor':
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

/** Sorts holdings in the order to decide on them: the most urgent kinds first, then by date. */
export const byKindAndDay = (a: Holding, b: Holding): number =>
  holdingKind.options.indexOf(a.kind) - holdingKind.options.indexOf(b.kind) ||
  (a.date ?? '9999').localeCompare(b.date ?? '9999') ||
  a.label.localeCompare(b.label) ||
  a.id.localeCompare(b.id)

/** A holding with its school and facility. */
export type PlacedHolding = Holding & { school_id: string | null; facility_id: string | null }
/** The new role and tenant; `scope` is the facility with everything below it. */
export type Target = { role: Role; school_id: string | null; scope: ReadonlySet<string> }

const schoolAdmins: readonly Role[] = ['school_admin', 'school_super_admin']

/** True if a person with that role and tenant may hold this; the rest must be decided on before the change. */
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
    case 'capstone':
      return target.role === 'student' && isSchool
    case 'capstone_faculty':
    case 'cohort':
      return (target.role === 'proctor' || schoolAdmins.includes(target.role)) && isSchool
    case 'precept':
    case 'capstone_preceptor':
    case 'permission':
    case 'permission_request':
      return isInScope
    case 'invitation':
      return target.role === 'superadmin' || isInScope || (schoolAdmins.includes(target.role) && isSchool)
  }
}

/** The occasion: a person who leaves keeps what they will still come for; a change of role or tenant keeps only what fits there. */
export type Occasion = 'leave' | 'change'

/** The actions possible for a holding on this occasion. */
export function actionsFor(kind: HoldingKind, occasion: Occasion): readonly Action[] {
  return occasion === 'leave' || kind === 'invitation'
    ? actionsOf[kind]
    : actionsOf[kind].filter((action) => action !== 'keep')
}

/** The actions for each kind of holding when its holder leaves; handing over needs someone eligible. */
const actionsOf: Record<HoldingKind, readonly Action[]> = {
  lead: ['hand_over', 'free', 'keep'],
  precept: ['hand_over', 'free', 'keep'],
  seat: ['free', 'keep'],
  request: ['free', 'keep'],
  swap: ['free', 'keep'],
  capstone: ['free', 'keep'],
  // The school names someone else; without a faculty member no one signs or decides.
  capstone_faculty: ['hand_over', 'keep'],
  capstone_preceptor: ['free', 'keep'],
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
  capstone: 'Capstone project',
  capstone_faculty: 'Capstone projects as faculty member',
  capstone_preceptor: 'Capstone students',
  cohort: 'Cohorts advised',
  permission: 'Facility permissions',
  permission_request: 'Open permission requests',
  invitation: 'Invitations they sent',
}

/** Option labels: what freeing and keeping mean for each kind. */
export const optionLabels: Record<HoldingKind, { free: string; keep: string }> = {
  lead: { free: 'Leave without an instructor', keep: 'Keep: they’ll still attend' },
  precept: { free: 'Leave without a preceptor', keep: 'Keep: they’ll still attend' },
  seat: { free: 'Free the seat for others', keep: 'Keep: they’ll still attend' },
  request: { free: 'Take off the list', keep: 'Keep on the list' },
  swap: { free: 'End the swap', keep: 'Keep it open' },
  capstone: { free: 'End the project', keep: 'Keep: they’ll finish it' },
  capstone_faculty: { free: '', keep: 'Keep: the school names someone later' },
  capstone_preceptor: { free: 'Search another preceptor', keep: 'Keep: they’ll still attend' },
  cohort: { free: 'Leave without this advisor', keep: 'Keep as advisor' },
  permission: { free: 'End the permission', keep: 'Keep for when they return' },
  permission_request: { free: 'Withdraw the request', keep: 'Keep it open' },
  invitation: { free: 'Revoke the invitation', keep: 'Keep: its link works again if they return' },
}

/** A key that is unique across all kinds of holdings. */
export const keyOf = ({ kind, id }: Pick<Holding, 'kind' | 'id'>): string => `${kind} ${id}`

/** A holding with its action. */
export type Step = Holding & { action: Action; successorId: string | null }

/** The steps of a departure, and the undecided holdings: no decision, an action that its kind does not allow, or a hand-over to no one. */
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

/** The maximum number of steps while the user waits; a job does more, and shows its progress. */
export const STEPS_AT_ONCE = 20

/** Summarizes the choices: "12 handed over, 3 freed, 1 kept." */
export function outcomeText(counts: { handed_over: number; freed: number; kept: number }): string {
  const parts = [
    counts.handed_over && `${counts.handed_over} handed over`,
    counts.freed && `${counts.freed} freed`,
    counts.kept && `${counts.kept} kept`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing had to be decided.'
}

/** Counts the steps that hand over, free and keep. */
export function countSteps(steps: readonly Pick<Step, 'action'>[]): {
  handed_over: number
  freed: number
  kept: number
} {
  const count = (wanted: Action) => steps.filter(({ action }) => action === wanted).length
  return { handed_over: count('hand_over'), freed: count('free'), kept: count('keep') }
}

/** Says what was given back, and what was not and why; for a toast or a dialog. */
export function givenBackText({ given_back: back, left }: GivenBack): string {
  const parts = [
    back > 0 && `${back} given back.`,
    left.length > 0 && `${left.length} could not be given back.`,
  ].filter(Boolean)
  return parts.join(' ')
}

/** Says why the last administrator of a school or facility cannot leave yet, and what to do. */
export function lastAdministratorWords({ name, tenant }: { name: string; tenant: string }): string {
  return `${name} is the last administrator of ${tenant}. Invite another administrator first; once they have accepted, ${name} can leave.`
}

type Due = { decider: string; may_still: boolean; job_id: string | null; error_message: string | null }

/** Why a due departure cannot be carried out: its job failed, or the person who decided may no longer. Null if it can start. */
export function faultOfDue({ decider, may_still, job_id, error_message: error }: Due) {
  if (job_id !== null)
    return error === null ? refusal('departure.job_canceled') : refusal('departure.job_failed', { error })
  return may_still ? null : refusal('departure.decider_may_not', { decider })
}
