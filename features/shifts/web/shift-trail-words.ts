import { specialtyLabels } from '#core/specialties.ts'
import { clockRange, formatClockTime, type ClockTime } from '#core/clock-time.ts'
import { formatDate, formatInstant, isPlainDate, ownZone } from '#core/plain-date.ts'
import { shiftTextLabels } from '#core/shift-texts.ts'
import type { ShiftEvent } from '../contract.ts'
import { cancelLabels, declineLabels, experienceLabels, signupLabels } from '../rules.ts'

type Details = ShiftEvent['details']

/** The fields of a shift in its history, by their names in the form. */
const names: Record<string, string> = {
  ...shiftTextLabels,
  date: 'Date',
  start_time: 'Start',
  end_time: 'End',
  facility_id: 'Unit',
  specialty: 'Specialty',
  experience_type: 'Kind',
  capacity: 'Seats',
  seats: 'Seats',
  min_to_run: 'Minimum students',
  break_min: 'Break (minutes)',
  conference_min: 'Conference (minutes)',
  credited_hours_override: 'Hours credited',
  proctor_id: 'Instructor',
  preceptor_id: 'Preceptor',
  more_proctor_ids: 'Other instructors',
  more_preceptor_ids: 'Other preceptors',
  signup_mode: 'Sign-up',
  signup_policy: 'Seats go to',
  signup_opens_at: 'Sign-up opens',
  signup_closes_at: 'Sign-up closes',
  cohort_ids: 'Cohorts',
  objectives: 'Objectives',
  semester_id: 'Semester',
}

const words: Record<string, Record<string, string>> = {
  specialty: specialtyLabels,
  experience_type: experienceLabels,
  signup_mode: signupLabels,
  signup_policy: { first_come: 'First come, first served', fair_round: 'Fair round' },
}

/** What a field without a value means, if not that there is none. */
const withoutWords: Record<string, string> = { credited_hours_override: 'as scheduled' }

const codes: Record<string, string> = { ...declineLabels, ...cancelLabels }

/** True if a requested change was ended by the party that asked for it. Events are newest first, as the trail lists them. */
export function isTakenBack(
  events: readonly Pick<ShiftEvent, 'id' | 'event' | 'actor_role'>[],
  ended: number,
): boolean {
  const at = events.findIndex(({ id }) => id === ended)
  const asked = events.slice(at + 1).find(({ event }) => event === 'ask_change')
  return asked !== undefined && partyOf(asked.actor_role) === partyOf(events[at]!.actor_role)
}

const partyOf = (role: string | null): string | null => role?.replace(/_.*$/, '') ?? null

/** The changes, one line per field: "Name: old → new"; start and end together. Instants are in the time of `zone`. */
export function changeLines(details: Details, zone = ownZone()): string[] {
  const { start_time: start, end_time: end, ...others } = details
  const isMoved = isChange(start) && isChange(end)
  const rest = isMoved ? others : details
  return [
    ...(isMoved ? [`Time: ${span(start[0], end[0])} → ${span(start[1], end[1])}`] : []),
    ...Object.entries(rest).flatMap(([key, value]) =>
      isChange(value)
        ? [`${nameOf(key)}: ${valueWords(key, value[0], zone)} → ${valueWords(key, value[1], zone)}`]
        : [],
    ),
  ]
}

/** The reason: the choice from the list as text, and the note; undefined if neither was given. */
export function reasonLine(reason: string | null, details: Details): string | undefined {
  const code = typeof details['code'] === 'string' ? details['code'] : undefined
  const chosen = code && codes[code]
  if (!chosen) return reason ?? undefined
  return reason && reason !== code ? `${chosen}: ${reason}` : chosen
}

const nameOf = (key: string): string => {
  const plain = key.replaceAll('_', ' ')
  return names[key] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

const isChange = (value: unknown): value is [unknown, unknown] => Array.isArray(value) && value.length === 2

const clockOf = (time: unknown): ClockTime => String(time).slice(0, 5) as ClockTime
const span = (start: unknown, end: unknown): string => clockRange(clockOf(start), clockOf(end))

function valueWords(key: string, value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '') return withoutWords[key] ?? 'none'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none'
  const text = String(value)
  if (key === 'start_time' || key === 'end_time') return formatClockTime(clockOf(text))
  if (key.endsWith('_at')) return formatInstant(text, zone)
  if (isPlainDate(text)) return formatDate(text, 'weekday')
  return words[key]?.[text] ?? text
}
