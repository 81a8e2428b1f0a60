import { formatNumber } from '#core/number-text.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { specialtyLabels } from '#core/specialties.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { Activity } from '../contract.ts'

/** An event of a shift, from which a school's activity is made; students have no names here. */
export interface ActivityFact {
  id: number
  at: string
  event: string
  actor_role: string | null
  actor_name: string | null
  shift_id: string
  student_id: string | null
  title: string | null
  specialty: string
  date: PlainDate
}

/** The verbs for changes to a shift. */
const shiftVerbs: Record<string, string> = {
  create: 'planned',
  change: 'changed',
  submit: 'submitted',
  agree: 'got approval under the agreement for',
  approve: 'approved',
  ask: 'asked a question about',
  answer: 'answered a question about',
  counter: 'suggested a change to',
  accept_counter: 'accepted the suggested change to',
  decline_counter: 'declined the suggested change to',
  decline: 'declined',
  withdraw: 'withdrew',
  publish: 'published',
  postpone: 'postponed',
  cancel: 'canceled',
  reopen: 'reopened',
  ask_change: 'asked to change',
  accept_change: 'agreed to a change to',
  decline_change: 'ended a requested change to',
}

/** The verbs for changes to seats: what students did themselves, and what someone did for them. */
const seatVerbs: Record<string, { own: string; by: readonly [verb: string, preposition: string] }> = {
  seat_assign: { own: 'signed up for', by: ['assigned', 'to'] },
  seat_request: { own: 'requested a seat on', by: ['requested a seat for', 'on'] },
  seat_wait: { own: 'joined the waitlist of', by: ['put', 'on the waitlist of'] },
  seat_accept_offer: { own: 'accepted a seat on', by: ['accepted a seat for', 'on'] },
  seat_drop: { own: 'dropped', by: ['dropped', 'from'] },
  seat_check_in: { own: 'checked in to', by: ['checked in', 'to'] },
  seat_check_out: { own: 'checked out of', by: ['checked out', 'of'] },
}

export const activityEvents: readonly string[] = [...Object.keys(shiftVerbs), ...Object.keys(seatVerbs)]

const facilityEvents = new Set(['approve', 'ask', 'counter', 'decline'])
const LINES = 20
const TOGETHER_MS = 10 * 60_000

/** An event of a partnership, from which a school's activity is made. */
export interface PartnershipFact {
  id: number
  at: string
  event: string
  party: string
  actor_name: string | null
  partnership_id: string
  organization: string
}

/** The verbs for what a party did to a partnership. */
const partnershipVerbs: Record<string, string> = {
  submitted: 'requested a partnership',
  withdrawn: 'withdrew the request for a partnership',
  accepted: 'accepted the partnership',
  declined: 'declined the partnership',
  terms_proposed: 'proposed new terms for the partnership',
  terms_accepted: 'accepted the new terms of the partnership',
  terms_declined: 'declined the new terms of the partnership',
  suspended: 'suspended the partnership',
  resumed: 'resumed the partnership',
  ending: 'gave notice to end the partnership',
  ending_canceled: 'took back the notice to end the partnership',
}

/** The verbs for what a date did to it. */
const partnershipTurns: Record<string, string> = {
  terminated: 'ended',
  expired: 'expired',
  renewed: 'was renewed for a year',
}

export const partnershipActivityEvents: readonly string[] = [
  ...Object.keys(partnershipVerbs),
  ...Object.keys(partnershipTurns),
]

/** The recent events of a school, on its shifts and with its facilities, newest first. */
export function activityOf(
  facts: readonly ActivityFact[],
  partnerships: readonly PartnershipFact[] = [],
): Activity[] {
  return [...shiftActivity(facts), ...partnerships.map(partnershipActivity)]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, LINES)
}

function partnershipActivity({ id, at, partnership_id, ...fact }: PartnershipFact): Activity {
  return { id: `partnership ${id}`, at, text: partnershipText(fact), shift_id: null, partnership_id }
}

/** A facility is named by its organization, never by the person who acted there. */
function partnershipText({
  event,
  party,
  actor_name: name,
  organization,
}: Pick<PartnershipFact, 'event' | 'party' | 'actor_name' | 'organization'>): string {
  const verb = partnershipVerbs[event]
  if (!verb) return `The partnership with ${organization} ${partnershipTurns[event]}`
  if (party === 'facility') return `${organization} ${verb}`
  return `${(party === 'school' && name) || 'Placewell'} ${verb} with ${organization}`
}

/** Joins repeated actions of one person within ten minutes into one line. Names the school's staff, but no facilities and students. */
function shiftActivity(facts: readonly ActivityFact[]): Activity[] {
  const groups: ActivityFact[][] = []
  for (const fact of facts) {
    const last = groups.at(-1)?.at(-1)
    const isSame =
      last &&
      last.event === fact.event &&
      last.actor_role === fact.actor_role &&
      last.actor_name === fact.actor_name
    if (isSame && Date.parse(last.at) - Date.parse(fact.at) <= TOGETHER_MS) groups.at(-1)!.push(fact)
    else groups.push([fact])
  }
  return groups.map((group) => {
    const shifts = new Set(group.map(({ shift_id }) => shift_id))
    return {
      id: `shift ${group[0]!.id}`,
      at: group[0]!.at,
      text: activityText(group, shifts.size),
      shift_id: shifts.size === 1 ? group[0]!.shift_id : null,
      partnership_id: null,
    }
  })
}

function activityText(group: readonly ActivityFact[], shifts: number): string {
  const { event, actor_role: role, title, specialty, date } = group[0]!
  const shift = `“${title ?? specialtyLabels[specialty as Specialty] ?? 'A shift'}” on ${formatDate(date, 'weekday')}`
  const what = shifts === 1 ? shift : `${formatNumber(shifts)} shifts`
  const seat = seatVerbs[event]
  if (!seat) return `${actorOf(group[0]!)} ${shiftVerbs[event]} ${what}`
  const many = new Set(group.map(({ student_id }) => student_id)).size
  const students = many === 1 ? 'a student' : `${formatNumber(many)} students`
  if (role === 'student') return `${many === 1 ? 'A student' : students} ${seat.own} ${what}`
  return `${actorOf(group[0]!)} ${seat.by[0]} ${students} ${seat.by[1]} ${what}`
}

function actorOf({ event, actor_role: role, actor_name: name }: ActivityFact): string {
  if (role === 'facility_admin' || (role === null && facilityEvents.has(event))) return 'The facility'
  return name ?? 'Placewell'
}
