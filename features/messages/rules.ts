import { instantOf, wallTime } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, formatRange, type PlainDate, todayIn } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Audience, Group, MessageStatus, NotSentFor, Reach, SendAt } from './contract.ts'

/** The party that writes: a school's administrators, a facility's, or an instructor to the students on their own shifts. */
export type Party = 'school' | 'facility' | 'instructor'

/** The audiences that each party may write to. */
const audiencesOf: Record<Party, readonly Audience['kind'][]> = {
  school: ['shifts', 'series', 'site', 'cohorts', 'school'],
  facility: ['partners', 'partner'],
  instructor: ['shifts', 'series', 'own_shifts'],
}

/** Why this party may not write to this audience, or null. */
export function audienceBlocker(party: Party, audience: Audience) {
  if (!audiencesOf[party].includes(audience.kind)) return refusal('message.not_theirs')
  if (party === 'instructor' && 'with_instructors' in audience && audience.with_instructors)
    return refusal('message.students_alone')
  if ('to' in audience && audience.to < audience.from) return refusal('message.days_reversed')
  return null
}

/** Why a message cannot be sent to no one, or null. */
export const reachBlocker = ({ people, schools }: Pick<Reach, 'people' | 'schools'>) =>
  people + schools === 0 ? refusal('message.reaches_no_one') : null

/** Recipients cannot answer in Placewell, so this line says where they can. */
export const answerLine = (email: string): string => `To reply, write to ${email}.`

/** The maximum number of days ahead that a message may be scheduled. */
export const MAX_DAYS_AHEAD = 60
const HOUR_MS = 3_600_000

/** Converts a date and time in this time zone to an instant (ISO 8601). */
export const sendInstant = ({ date, time }: SendAt, timeZone: string): string =>
  instantOf(date, time, timeZone)

/** Why a message cannot be scheduled for this instant, or null. */
export function timeBlocker(at: string, now: number) {
  const ahead = Date.parse(at) - now
  if (ahead <= 0) return refusal('message.time_passed')
  return ahead > MAX_DAYS_AHEAD * 24 * HOUR_MS ? refusal('message.too_far_ahead') : null
}

/** Converts an instant to the date and time of a form in this time zone. */
export const sendAtOf = (instant: string, timeZone: string): SendAt => ({
  date: todayIn(timeZone, Date.parse(instant)),
  time: wallTime(instant, timeZone),
})

type Stands = {
  send_at: string | null
  delivered_at: string | null
  canceled_at: string | null
  failure: NotSentFor | null
}

/** The status of a message. */
export function statusOf({ send_at, delivered_at, canceled_at, failure }: Stands): MessageStatus {
  if (canceled_at) return 'canceled'
  if (failure) return 'not_sent'
  if (delivered_at) return 'sent'
  return send_at ? 'scheduled' : 'on_its_way'
}

/** Why a message cannot be canceled, or null: it must still be scheduled. */
export function cancelBlocker(status: MessageStatus) {
  if (status === 'scheduled') return null
  return refusal(status === 'canceled' ? 'message.canceled' : 'message.gone')
}

/** Why a message cannot be changed, or null: only its writer may, because it is sent under their name. */
export function changeBlocker({ status, is_mine }: { status: MessageStatus; is_mine: boolean }) {
  return cancelBlocker(status) ?? (is_mine ? null : refusal('message.not_yours'))
}

/** The minimum hours between two reminders of a message. */
const HOURS_BETWEEN_REMINDERS = 24
/** How many days reading is recorded after a message is sent. */
const DAYS_OF_READING = 60

type Sent = {
  status: MessageStatus
  /** When it was sent. */
  at: string
  recipients: number
  have_read: number
  reminded_at: string | null
}

/** Why those who have not read a message cannot be reminded now, or null. */
export function remindBlocker({ status, at, recipients, have_read, reminded_at }: Sent, now: number) {
  if (status !== 'sent') return refusal('message.not_sent_yet')
  if (have_read >= recipients) return refusal('message.all_have_read')
  if (now - Date.parse(at) > DAYS_OF_READING * 24 * HOUR_MS) return refusal('message.too_old')
  if (reminded_at && now - Date.parse(reminded_at) < HOURS_BETWEEN_REMINDERS * HOUR_MS)
    return refusal('message.reminded_lately')
  return null
}

type Sender = { role: string; status: string; is_of_party: boolean }
const rolesOf: Record<Party, readonly string[]> = {
  school: ['school_admin', 'school_super_admin'],
  facility: ['facility_admin'],
  instructor: ['proctor'],
}

/** Why a scheduled message cannot be sent, or null: its writer must still be allowed to write it, and it must have recipients. */
export function deliveryFailure(party: Party, { role, status, is_of_party }: Sender): NotSentFor | null {
  if (status !== 'active') return 'sender_left'
  if (role === 'superadmin' && party === 'school') return null
  return rolesOf[party].includes(role) && is_of_party ? null : 'sender_left'
}

type Words = {
  audience: unknown
  title: string
  message: string
  is_urgent: boolean
  send_at: string | null
}

/** Refuses to reuse the id of a different message; the same message is accepted. */
export const resendBlocker = (known: Words, sent: Words) =>
  JSON.stringify(sorted(known.audience)) === JSON.stringify(sorted(sent.audience)) &&
  known.title === sent.title &&
  known.message === sent.message &&
  known.is_urgent === sent.is_urgent &&
  (known.send_at && Date.parse(known.send_at)) === (sent.send_at && Date.parse(sent.send_at))
    ? null
    : refusal('message.sent_otherwise')

/** Sorts an object's keys, because PostgreSQL stores them in its own order. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    : value

const groupWords: Record<Group, string> = {
  students: 'All students',
  instructors: 'All instructors',
  everyone: 'All students and instructors',
}

const count = (of: number, one: string, many = `${one}s`): string =>
  `${formatNumber(of)} ${of === 1 ? one : many}`

/** Returns "4 cohorts", or the names if there are at most three. */
const listed = (names: readonly string[], one: string): string =>
  names.length > 0 && names.length <= 3 ? names.join(', ') : count(names.length, one)

const daysWords = ({ from, to }: { from: PlainDate; to: PlainDate }): string =>
  from === to ? formatDate(from, 'weekday') : formatRange(from, to)

/**
 * Names the recipients for the list of sent messages: "Harborview, Tue, Dec 1, 2026", "BSN Fall 2024". `names` are those of the chosen
 * shifts, cohorts, units, site or series.
 */
export function audienceText(audience: Audience, names: readonly string[]): string {
  switch (audience.kind) {
    case 'school':
      return groupWords[audience.group]
    case 'cohorts':
      return listed(names, 'cohort')
    case 'shifts':
      return listed(names, 'shift')
    case 'series':
      return `${names[0] ?? 'Series'}, from ${formatDate(audience.from, 'weekday')} on`
    case 'own_shifts':
      return `Students on my shifts, ${daysWords(audience)}`
    case 'partner':
      return names[0] ?? 'A partner school'
    case 'partners':
      return names.length === 0 ? 'All partner schools' : `Schools on ${listed(names, 'unit')}`
    case 'site':
      return `${names[0] ?? 'Site'}, ${daysWords(audience)}`
  }
}

/** Counts the recipients: "18 people: 16 students and 2 instructors", "4 schools"; null without any. */
export function reachText({ people, students, instructors, schools }: Reach): string | null {
  if (schools > 0) return count(schools, 'school')
  if (people === 0) return null
  if (instructors === 0) return count(students, 'student')
  if (students === 0) return count(instructors, 'instructor')
  return `${count(people, 'person', 'people')}: ${count(students, 'student')} and ${count(instructors, 'instructor')}`
}
