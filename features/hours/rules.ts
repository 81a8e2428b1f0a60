import { type Refusal, refusal } from '#core/refusal.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { HoursKind, HoursSource } from './contract.ts'

/** What the hours of a shift count as: care of patients, unless the shift is of another kind (domain §2.11). */
export function kindOfShift(experience: ExperienceType): HoursKind {
  return experience === 'simulation' ||
    experience === 'skills_lab' ||
    experience === 'observation' ||
    experience === 'orientation'
    ? experience
    : 'direct_care'
}

/** Minutes to the nearest step of the school's rounding, halves up; a step of 0 or 1 rounds nothing (domain §2.2: hours_rounding_min). */
export function roundMinutes(minutes: number, step: number): number {
  return step > 1 ? Math.round(minutes / step) * step : Math.round(minutes)
}

/** A line of the ledger as far as sums go: minutes, less than none where it takes something back. */
export type Line = {
  id: string
  minutes: number
  kind: HoursKind
  source: HoursSource
  reverses: string | null
}

/** The balance of some lines, in minutes: their sum, in whatever order they came (domain §2.11). */
export function balance(lines: readonly Pick<Line, 'minutes'>[]): number {
  return lines.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** What a seat is to count for. Zero minutes: the student was not there. */
export type SeatHours = {
  minutes: number
  kind: HoursKind
  source: 'attendance' | 'makeup'
  reason?: string | null | undefined
}

/** A line to add for a seat: the reversal of a line that stands, or the hours themselves. */
export type SeatLine = Pick<Line, 'minutes' | 'kind' | 'source' | 'reverses'> & { reason: string | null }

const DAY = 24 * 60

/**
 * The lines that make a seat count for what it should, given the lines it has: none where it does already, so that posting twice posts
 * once. What counted before attendance was recorded is replaced; what was recorded is changed with a reason only (domain §2.11).
 */
export function seatPosting(
  standing: readonly Line[],
  { minutes, kind, source, reason }: SeatHours,
): SeatLine[] | Refusal<'hours.not_a_day' | 'hours.reason_missing', Readonly<Record<never, never>>> {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > DAY) return refusal('hours.not_a_day')
  const takenBack = new Set(standing.map(({ reverses }) => reverses))
  const live = standing.filter((line) => line.reverses === null && !takenBack.has(line.id))
  const isSame = live.every((line) => line.kind === kind && line.source === source)
  if (isSame && balance(live) === minutes) return []
  const why = reason?.trim() || null
  if (!why && live.some((line) => line.source === 'attendance' || line.source === 'makeup'))
    return refusal('hours.reason_missing')
  const undone = live.map((line): SeatLine => ({
    minutes: -line.minutes,
    kind: line.kind,
    source: 'adjustment',
    reverses: line.id,
    reason: why ?? 'Attendance was recorded.',
  }))
  return minutes === 0 ? undone : [...undone, { minutes, kind, source, reverses: null, reason: why }]
}
