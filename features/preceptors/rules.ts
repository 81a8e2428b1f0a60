import { type PlainDate, spansOverlap } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { LicenseType, Preceptor } from './contract.ts'

/** What a board or a school requires of a preceptor between two dates (Domain 2.0: dated data with its source). */
export type PreceptorRequirement = {
  /** A state, or `*` if no rule of the state is known. */
  jurisdiction: string
  /** A program level, or `*`. */
  level: string
  effective_from: PlainDate
  effective_to: PlainDate | null
  license_types: readonly LicenseType[]
  min_years_experience: number
  min_years_in_setting: number
  needs_orientation: boolean
  max_students: number
  source_url: string
}

/**
 * The requirement in force on a day: the state's takes precedence over the general one, then the level's over the one for all, then the
 * latest (Domain 2.0).
 */
export function requirementOn(
  all: readonly PreceptorRequirement[],
  { state, level, day }: { state: string | null; level: string | null; day: PlainDate },
): PreceptorRequirement | undefined {
  const rank = (one: PreceptorRequirement) => (one.jurisdiction === '*' ? 0 : 2) + (one.level === '*' ? 0 : 1)
  return all
    .filter(
      (one) =>
        (one.jurisdiction === '*' || one.jurisdiction === state) &&
        (one.level === '*' || one.level === level) &&
        one.effective_from <= day &&
        (one.effective_to === null || day <= one.effective_to),
    )
    .toSorted((a, b) => rank(b) - rank(a) || (a.effective_from < b.effective_from ? 1 : -1))[0]
}

/** The days a student is with a preceptor. */
type Placed = { start: PlainDate; end: PlainDate }

/** How many students a preceptor has at once on the busiest of these days, including the new one (Domain 2.6, max_students). */
export function loadWith(others: readonly Placed[], asked: Placed): number {
  // The maximum is always reached on the first day of one of the periods.
  const starts = [asked.start, ...others.map(({ start }) => start)].filter(
    (day) => asked.start <= day && day <= asked.end,
  )
  return (
    1 + Math.max(...starts.map((day) => others.filter((one) => one.start <= day && day <= one.end).length))
  )
}

type Limits = {
  requirement: PreceptorRequirement | undefined
  /** The school's own limit. */ most: number | null
}

/** The most students that a preceptor may have at once, by their own, the board's and the school's limit (Domain 2.6; 22 TAC 215). */
export const mostStudents = (one: Pick<Preceptor, 'max_students'>, { requirement, most }: Limits): number =>
  Math.min(one.max_students, requirement?.max_students ?? 10, most ?? 10)

/** How many more students a preceptor can take for these days; 0 if they take no one now (Domain 2.6). */
export function freeSeats(
  one: Pick<Preceptor, 'max_students' | 'accepts'>,
  { others, ...asked }: Placed & Limits & { others: readonly Placed[] },
): number {
  if (!one.accepts) return 0
  const busy = loadWith(
    others.filter((other) => spansOverlap(other, asked)),
    asked,
  )
  return Math.max(0, mostStudents(one, asked) - (busy - 1))
}

export type Eligible = Pick<
  Preceptor,
  | 'accepts'
  | 'license_no'
  | 'license_type'
  | 'license_state'
  | 'is_multistate'
  | 'license_expires_on'
  | 'years_experience'
  | 'years_in_setting'
  | 'orientation_completed_on'
  | 'max_students'
>

type Asked = Placed & {
  /** The state of the facility, in which the license must be valid. */
  state: string | null
  requirement: PreceptorRequirement | undefined
  /** The school's own limit. */
  most: number | null
  others: readonly Placed[]
  /** True when the person is the project's student, who may already be a nurse. */
  is_self?: boolean
}

/**
 * Everything that keeps a person from being the preceptor of a project; empty if eligible. The license must be at or above the student's
 * level, valid in the state, and until the last day (OAR 851-021-0065); years in the setting (WAC 246-840-035); oriented before the first
 * day (NAC 632); never the student themselves; no more students at once than the preceptor, the board and the school allow (22 TAC 215)
 * (Domain 2.6).
 */
export function eligibilityBlockers(one: Eligible, asked: Asked) {
  const { requirement: rule } = asked
  const most = mostStudents(one, asked)
  const overlapping = asked.others.filter((other) => spansOverlap(other, asked))
  return [
    asked.is_self === true && refusal('preceptor.self'),
    !one.accepts && refusal('preceptor.not_accepting'),
    (!one.license_no || !one.license_type || !one.license_state || !one.license_expires_on) &&
      refusal('preceptor.license_missing'),
    one.license_type &&
      rule &&
      !rule.license_types.includes(one.license_type) &&
      refusal('preceptor.license_level', { has: one.license_type, needs: rule.license_types }),
    one.license_state &&
      asked.state &&
      one.license_state !== asked.state &&
      !one.is_multistate &&
      refusal('preceptor.license_state', { has: one.license_state, needs: asked.state }),
    one.license_expires_on &&
      one.license_expires_on < asked.end &&
      refusal('preceptor.license_expires', { on: one.license_expires_on, end: asked.end }),
    rule &&
      (one.years_experience ?? 0) < rule.min_years_experience &&
      refusal('preceptor.experience', { has: one.years_experience ?? 0, needs: rule.min_years_experience }),
    rule &&
      (one.years_in_setting ?? 0) < rule.min_years_in_setting &&
      refusal('preceptor.setting', { has: one.years_in_setting ?? 0, needs: rule.min_years_in_setting }),
    (rule?.needs_orientation ?? true) &&
      (one.orientation_completed_on === null || one.orientation_completed_on > asked.start) &&
      refusal('preceptor.orientation', { start: asked.start }),
    loadWith(overlapping, asked) > most && refusal('preceptor.load', { most }),
  ].filter((blocker) => blocker !== false && blocker !== null && blocker !== undefined && blocker !== '')
}

/** The tasks that a preceptor without an account does by a link in an email, one link for each (Domain 2.6). */
export const linkTasks = ['accept', 'sign', 'confirm', 'evaluate', 'certificate'] as const
export type LinkTask = (typeof linkTasks)[number]

/** Maximum number of links sent to a preceptor per day, not counting the scheduler's. */
export const LINKS_A_DAY = 8

/** Days for which a link can be used (Domain 2.6: seven). */
export const LINK_DAYS = 7

/** The state of a link: opening it does not use it up, submitting does (Domain 2.6). */
export type LinkState = 'live' | 'spent' | 'expired' | 'replaced' | 'unknown'

/** The state of a link that was found. */
export function linkStateOf(link: { spent_at: unknown; replaced_at: unknown; is_over: boolean }): LinkState {
  if (link.spent_at) return 'spent'
  if (link.replaced_at) return 'replaced'
  return link.is_over ? 'expired' : 'live'
}

/** Why a link can't be submitted, with the next step, or null (Domain 2.6). */
export function linkBlocker(state: LinkState) {
  if (state === 'live') return null
  if (state === 'spent') return refusal('link.spent')
  if (state === 'expired') return refusal('link.expired')
  if (state === 'replaced') return refusal('link.replaced')
  return refusal('link.unknown')
}
