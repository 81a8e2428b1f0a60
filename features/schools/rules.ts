import { specialtyLabels } from '#core/specialties.ts'
import { formatDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { EarlierHours, ProfileFields, Program, ProgramFields, SchoolSettings } from './contract.ts'

type Limits = Pick<
  SchoolSettings,
  'max_students_per_instructor' | 'max_students_per_preceptor' | 'sim_cap_pct'
> &
  Partial<Pick<SchoolSettings, 'max_students_by_specialty'>>
type Board = Pick<
  ProfileFields,
  'max_students_per_instructor' | 'max_students_per_preceptor' | 'sim_cap_pct' | 'jurisdiction'
>
const limitKeys = ['max_students_per_instructor', 'max_students_per_preceptor', 'sim_cap_pct'] as const

/** The school's limits that are looser than its board's, by field: only stricter ones are allowed. */
export function problemsOfLimits(own: Limits, board: Board | null): Record<string, string> {
  const problems: Record<string, string> = {}
  const most = (field: string, theirs: number, unit = '') =>
    (problems[field] = `${board!.jurisdiction} allows at most ${theirs}${unit}.`)
  for (const key of limitKeys) {
    const [mine, theirs] = [own[key], board?.[key]]
    if (typeof mine === 'number' && typeof theirs === 'number' && mine > theirs)
      most(key, theirs, key === 'sim_cap_pct' ? '%' : '')
  }
  const perInstructor = board?.max_students_per_instructor ?? Infinity
  for (const [specialty, mine] of Object.entries(own.max_students_by_specialty ?? {}))
    if (mine > perInstructor) most(`max_students_by_specialty.${specialty}`, perInstructor)
  return problems
}

type BoardHours = Pick<
  ProfileFields,
  'jurisdiction' | 'level' | 'min_total_hours' | 'min_hours_per_area' | 'sim_cap_pct'
>
type ProgramHours = Pick<ProgramFields, 'level' | 'total_required_hours' | 'requirements'>

/**
 * Where a program requires less than the board does for its level, by field. 0 hours in total, or no row for a specialty, means the board's
 * requirement and is fine. Two rows for one specialty in one course are an error.
 */
export function problemsOfProgram(
  { level, total_required_hours: total, requirements }: ProgramHours,
  board: BoardHours | null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const seen = new Set<string>()
  requirements.forEach((row, index) => {
    const word = `${row.specialty} ${row.course_code?.toLowerCase() ?? ''}`
    if (seen.has(word)) problems[`requirements.${index}.specialty`] = 'This one is already in the list.'
    seen.add(word)
    if (row.min_direct_hours !== null && row.min_direct_hours > row.min_hours)
      problems[`requirements.${index}.min_direct_hours`] = 'No more than all of its hours.'
  })
  return { ...problems, ...problemsWithBoard({ level, total_required_hours: total, requirements }, board) }
}

/**
 * What a program required before, after a change to `after`: hours with a later first day leave the current ones to earlier cohorts; the
 * same hours with another day move that day; the same day corrects the current ones. Otherwise errors, by field.
 */
export function earlierHoursAfter(
  before: Pick<
    Program,
    'total_required_hours' | 'requirements' | 'hours_from' | 'hours_source' | 'earlier_hours'
  >,
  after: Pick<ProgramFields, 'total_required_hours' | 'requirements' | 'hours_from'>,
): { hours: EarlierHours[]; problems: Record<string, string> } {
  const { hours_from: was, earlier_hours: earlier } = before
  const from = after.hours_from
  const refuse = (problem: string) => ({ hours: earlier, problems: { hours_from: problem } })
  const isMoved = hoursWord(before) === hoursWord(after)
  if (from === was || (isMoved && earlier.length === 0)) return { hours: earlier, problems: {} }
  if (from === null)
    return refuse('Some cohorts have different hours. Enter the first day of the cohorts that these are for.')
  const beginning = isMoved ? (earlier.at(-2)?.until ?? null) : was
  if (beginning !== null && from <= beginning)
    return refuse(`Different hours apply from ${formatDate(beginning)}. Choose a later day.`)
  if (isMoved) return { hours: [...earlier.slice(0, -1), { ...earlier.at(-1)!, until: from }], problems: {} }
  if (earlier.length >= MAX_EARLIER_HOURS)
    return refuse('Hours were changed for later cohorts twenty times: correct those in force instead.')
  const { total_required_hours, requirements, hours_source: source } = before
  return { hours: [...earlier, { until: from, total_required_hours, requirements, source }], problems: {} }
}

const MAX_EARLIER_HOURS = 20

/** A key that is equal for the same hours, however they were written. */
const hoursWord = ({
  total_required_hours,
  requirements,
}: Pick<ProgramFields, 'total_required_hours' | 'requirements'>) =>
  JSON.stringify([
    total_required_hours,
    requirements.map((row) => Object.entries(row).toSorted(([one], [other]) => one.localeCompare(other))),
  ])

/** Where a program requires less than the board does for its level, by field. */
export function problemsWithBoard(
  { level, total_required_hours: total, requirements }: ProgramHours,
  board: BoardHours | null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  if (board?.level !== level) return problems
  const who = board.jurisdiction
  if (board.min_total_hours !== null && total > 0 && total < board.min_total_hours)
    problems['total_required_hours'] = `${who} requires at least ${board.min_total_hours} hours.`
  requirements.forEach(({ sim_pct: share }, index) => {
    if (board.sim_cap_pct !== null && share !== null && share > board.sim_cap_pct)
      problems[`requirements.${index}.sim_pct`] = `${who} allows at most ${board.sim_cap_pct}%.`
  })
  for (const { area, hours } of board.min_hours_per_area) {
    const rows = requirements.flatMap((row, index) =>
      row.specialty === area ? [{ index, hours: row.min_hours }] : [],
    )
    const sum = rows.reduce((all, row) => all + row.hours, 0)
    if (rows[0] && sum < hours)
      problems[`requirements.${rows[0].index}.min_hours`] =
        `${who} requires at least ${hours} hours of ${specialtyLabels[area].toLowerCase()}.`
  }
  return problems
}

/** Clinical hours a student of the program needs: the school's, or the board's if that is more or the school sets none. */
export function requiredHours(
  { level, total_required_hours: own }: Pick<ProgramHours, 'level' | 'total_required_hours'>,
  board: Pick<BoardHours, 'level' | 'min_total_hours'> | null,
): number {
  return Math.max(own, board?.level === level ? (board.min_total_hours ?? 0) : 0)
}

/** Inconsistencies in a profile, by field. */
export function problemsOfProfile({
  effective_from: from,
  effective_to: to,
  min_hours_per_area: areas,
  min_total_hours: total,
}: Pick<ProfileFields, 'effective_from' | 'effective_to' | 'min_hours_per_area' | 'min_total_hours'>): Record<
  string,
  string
> {
  const problems: Record<string, string> = {}
  if (to !== null && to < from) problems['effective_to'] = 'End date must be on or after the start date.'
  areas.forEach(({ area }, index) => {
    if (areas.findIndex((other) => other.area === area) !== index)
      problems[`min_hours_per_area.${index}.area`] = 'This one is already in the list.'
  })
  const sum = areas.reduce((all, { hours }) => all + hours, 0)
  if (total !== null && sum > total)
    problems['min_total_hours'] = `The specialties alone require ${sum} hours.`
  return problems
}

/** A board's rules in words: "12 students per instructor, 50% simulation per course", or that it sets no limits. */
export function boardWords(board: ProfileFields): string {
  const { max_students_per_instructor: instructor, max_students_per_preceptor: preceptor } = board
  const { sim_cap_pct: cap, sim_cap_scope: scope, min_total_hours: total, min_hours_per_area: areas } = board
  const least = (words: string[]) =>
    words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('')
  const parts = [
    ...(instructor === null ? [] : [`at most ${instructor} students per instructor`]),
    ...(preceptor === null ? [] : [`at most ${preceptor} per preceptor`]),
    ...(cap === null ? [] : [`at most ${cap}% simulation per ${scope}`]),
    ...(total === null ? [] : [`at least ${total} clinical hours`]),
    ...(areas.length === 0
      ? []
      : [
          `at least ${least(areas.map(({ area, hours }) => `${hours} in ${specialtyLabels[area].toLowerCase()}`))}`,
        ]),
  ]
  return parts.join(', ') || 'it sets no limits'
}

/** True when a profile is in force on this day. */
export function isInForce(
  { effective_from: from, effective_to: to }: Pick<ProfileFields, 'effective_from' | 'effective_to'>,
  today: string,
): boolean {
  return from <= today && (to === null || today <= to)
}

/** A profile by name: "Wisconsin · BSN". */
export function profileName({ jurisdiction, level }: Pick<ProfileFields, 'jurisdiction' | 'level'>): string {
  return `${jurisdiction} · ${level.replace('_', '-')}`
}

/** Why only the superadmin may change a school now, or null: it is deactivated. */
export function changeBlocker(isActive: boolean, isSuperadmin: boolean) {
  return isActive || isSuperadmin ? null : refusal('school.inactive')
}

/** Why a school's time zone can't be changed, or null: shifts and capstone days on campus keep the time they were agreed on. */
export const zoneBlocker = (hasCampusAhead: boolean) =>
  hasCampusAhead ? refusal('school.zone_has_shifts') : null

/** Why a school can't be deactivated or reactivated now, or null: it already is. */
export function activeBlocker(isActive: boolean, wanted: boolean) {
  return isActive === wanted ? refusal('school.active_already', { is_active: isActive }) : null
}

/** Why a school can't switch to this board's rules, or null: they are no longer in force. */
export function boardBlocker({ effective_to: to }: Pick<ProfileFields, 'effective_to'>, today: string) {
  return to !== null && to < today ? refusal('profile.over') : null
}

/** Why a school can't switch to a board, or null: an active program requires less than the board does. */
export function programsBlocker(
  programs: readonly (ProgramHours & { name: string; is_active: boolean })[],
  board: BoardHours,
) {
  for (const program of programs.filter(({ is_active: isActive }) => isActive)) {
    const [problem] = Object.values(problemsWithBoard(program, board))
    if (problem) return refusal('profile.program_asks_less', { program: program.name, problem })
  }
  return null
}

/** The slug of a school for addresses: "lakeshore-school-of-nursing". */
export function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'school'
  )
}
