import { addDays, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { UnitLinkState, UnitShift } from './contract.ts'

/** How often one link may be opened within an hour before the caller has to wait. */
export const MAX_OPENINGS_PER_HOUR = 120

/** The state of a link: turned off takes precedence over expired, and that over what its organization has set. */
export function unitLinkState(
  link: { is_revoked: boolean; is_over: boolean; is_open: boolean } | undefined,
): UnitLinkState {
  if (!link) return 'unknown'
  if (link.is_revoked) return 'revoked'
  if (link.is_over) return 'expired'
  return link.is_open ? 'open' : 'off'
}

/** Why a unit can't have a link, with the next step, or null. */
export function unitLinkBlocker(unit: { status: string; is_allowed: boolean }) {
  if (unit.status === 'closed' || unit.status === 'archived') return refusal('unit_link.closed')
  return unit.is_allowed ? null : refusal('unit_link.off')
}

/** Why a link shows nothing, and whom to ask; null while it works. */
export function closedPage(
  state: UnitLinkState,
  page: { unit: string; site: string | null; ended: PlainDate | null },
) {
  const unit = page.site ? `${page.unit}, ${page.site}` : page.unit
  switch (state) {
    case 'open':
      return null
    case 'unknown':
      return refusal('unit_page.unknown')
    case 'revoked':
      return refusal('unit_page.revoked', { unit })
    case 'expired':
      return refusal('unit_page.expired', { unit, ended: page.ended })
    case 'off':
      return refusal('unit_page.off', { unit })
  }
}

/** What the page calls a day, which may have been read yesterday: at the desk it stays open. */
export const dayWord = (date: PlainDate, today: PlainDate): 'Today' | 'Tomorrow' | undefined =>
  date === today ? 'Today' : date === addDays(today, 1) ? 'Tomorrow' : undefined

/** What a day of a capstone project is called, with the unit to which its preceptor floats. */
export const capstoneTitle = (floatedTo: string | null): string =>
  floatedTo === null ? 'Capstone project' : `Capstone project, with the preceptor on ${floatedTo}`

/** Shifts in the order in which they begin, then by school. */
export const inOrder = <S extends Pick<UnitShift, 'id' | 'date' | 'start_time' | 'school_name'>>(
  shifts: readonly S[],
): S[] => {
  const keyOf = (one: S) => [one.date, one.start_time, one.school_name, one.id].join(' ')
  return shifts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

type OnDay = { date: PlainDate; is_over: boolean }

/**
 * The shifts of today and tomorrow. A night shift that began yesterday counts for today until it ends, because its students are on the unit
 * when the day begins.
 */
export function unitDays<S extends OnDay>(
  shifts: readonly S[],
  today: PlainDate,
): { date: PlainDate; shifts: S[] }[] {
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
  return [
    {
      date: today,
      shifts: shifts.filter(({ date, is_over: isOver }) => date === today || (date === yesterday && !isOver)),
    },
    { date: tomorrow, shifts: shifts.filter(({ date }) => date === tomorrow) },
  ]
}

/** What the students of a shift may do, for a charge nurse who makes assignments. */
export const experienceText: Record<UnitShift['experience_type'], string> = {
  group: 'Patient care with their instructor',
  precepted: 'Patient care with their preceptor',
  observation: 'Observation only, no patient care',
  simulation: 'Simulation, no patient care',
  skills_lab: 'Skills lab, no patient care',
  community: 'Community care with their instructor',
  orientation: 'Orientation to the unit',
  makeup: 'Make-up shift: patient care with their instructor',
}

/** How many students the shifts of a day have. */
export const studentsOf = (shifts: readonly Pick<UnitShift, 'students'>[]): number =>
  shifts.reduce((sum, { students }) => sum + students, 0)
