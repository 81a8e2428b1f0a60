import { parseClockTime, scheduledMinutes } from '#core/clock-time.ts'
import { comparePlainDates, formatRange, type PlainDate } from '#core/plain-date.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Step } from '#core/steps.ts'
import type {
  AffectedShift,
  Blackout,
  CapacityWindow,
  CareLevel,
  ClosingHit,
  ClosingOutcome,
  CopiedSettings,
  CopyGroup,
  CopyOutcome,
  Facility,
  FacilityKind,
  FacilityStatus,
  Finding,
  HierarchyNode,
  Misfit,
  MisfitReason,
  OrganizationType,
  Population,
  ShiftDecision,
  ShiftPattern,
  SiteFields,
  StudentLevel,
  Unit,
  UnitFields,
  Validation,
} from './contract.ts'
import { noCapacityLabels } from './rules/no-capacity.ts'

export const kindLabels: Record<FacilityKind, string> = {
  organization: 'Organization',
  site: 'Site',
  unit: 'Unit',
}

export const organizationTypeLabels: Record<OrganizationType, string> = {
  hospital_system: 'Hospital system',
  hospital: 'Hospital',
  long_term_care: 'Long-term care',
  clinic: 'Clinic',
  community: 'Community',
  school_health: 'School health',
  simulation_center: 'Simulation center',
  other: 'Other',
}

/** How many facilities of one tree level are loaded at once. */
export const treePageSize = 100

/** Labels for the patients a unit cares for. */
export const populationLabels: Record<Population, string> = {
  adult: 'Adults',
  pediatric: 'Children',
  neonatal: 'Newborns',
  geriatric: 'Older adults',
  maternal: 'Mothers',
  all: 'All ages',
}

export const careLevelLabels: Record<CareLevel, string> = {
  acute: 'Acute',
  subacute: 'Subacute',
  long_term: 'Long-term',
  community: 'Community',
  ambulatory: 'Ambulatory',
  simulation: 'Simulation',
}

export const studentLevelLabels: Record<StudentLevel, string> = {
  first_year: 'First year',
  second_year: 'Second year',
  third_year: 'Third year',
  fourth_year: 'Fourth year',
  graduate: 'Graduate',
}

/** Common hospital shifts, offered as a start for a unit; each can be edited. */
export const shiftPresets: readonly ShiftPattern[] = [
  { name: 'D8', start: '07:00', end: '15:00', unpaid_break_min: 30 },
  { name: 'E8', start: '15:00', end: '23:00', unpaid_break_min: 30 },
  { name: 'N8', start: '23:00', end: '07:00', unpaid_break_min: 30 },
  { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 },
  { name: 'N12', start: '19:00', end: '07:00', unpaid_break_min: 30 },
]

/** The default values of a new unit. */
export const unitDefaults: Omit<UnitFields, 'name'> = {
  code: null,
  specialty: 'other',
  population: 'adult',
  care_level: 'acute',
  shift_patterns: [],
  max_students_per_shift: 8,
  max_students_by_level: {},
  exclusive_school: true,
  max_ratio_override: null,
  capacity_windows: [],
  blackout: [],
  has_conference_room: false,
  preceptor_available: false,
}

/** Returns the minutes from start to end; an end at or before the start is on the next day. */
export const minutesOf = ({ start, end }: Pick<ShiftPattern, 'start' | 'end'>): number =>
  scheduledMinutes(start, end)

/** Makes a slug of a name: "St. Mary's West" → "st-mary-s-west"; '' when no character of it can be used. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')
}

/** Counts the shifts that have more students than the unit takes, with the first date. They were agreed on earlier and stay. */
export function overCapacity(
  shifts: readonly { capacity: number; date: PlainDate }[],
  most: number,
): { count: number; from: PlainDate | undefined } {
  const days = shifts.filter(({ capacity }) => capacity > most).map(({ date }) => date)
  return { count: days.length, from: days.sort()[0] }
}

type Problems = Record<string, string>

/** Checks a site's fields against each other: both coordinates or neither. Returns the problems by field. */
export function problemsOfSite(site: Pick<SiteFields, 'latitude' | 'longitude'>): Problems {
  if ((site.latitude === null) === (site.longitude === null)) return {}
  return { [site.latitude === null ? 'latitude' : 'longitude']: 'Give both coordinates, or neither.' }
}

/** Checks a unit's fields against each other. Returns the problems by the paths of the form (`blackout.0.to`). */
export function problemsOfUnit(unit: UnitFields): Problems {
  const problems: Problems = {}
  const names = new Set<string>()
  unit.shift_patterns.forEach((pattern, index) => {
    const path = `shift_patterns.${index}`
    const name = pattern.name.trim().toLowerCase()
    if (names.has(name)) problems[`${path}.name`] = 'Another shift has this name.'
    names.add(name)
    if (!parseClockTime(pattern.start) || !parseClockTime(pattern.end)) return
    if (pattern.start === pattern.end) problems[`${path}.end`] = 'A shift can’t end at the time it starts.'
    else if (pattern.unpaid_break_min >= minutesOf(pattern))
      problems[`${path}.unpaid_break_min`] = 'The break is as long as the shift.'
  })
  for (const [level, most] of Object.entries(unit.max_students_by_level))
    if (most > unit.max_students_per_shift)
      problems[`max_students_by_level.${level}`] =
        `At most ${unit.max_students_per_shift}, as on every shift.`
  unit.capacity_windows.forEach((window, index) => {
    const path = `capacity_windows.${index}`
    if (comparePlainDates(window.to, window.from) < 0)
      problems[`${path}.to`] = 'End date must be on or after the start date.'
    else if (
      unit.capacity_windows.some(
        (other, at) => at < index && other.from <= window.to && window.from <= other.to,
      )
    )
      problems[`${path}.from`] = 'Two windows overlap.'
    if (window.max > unit.max_students_per_shift)
      problems[`${path}.max`] = `At most ${unit.max_students_per_shift}, as on every shift.`
  })
  unit.blackout.forEach((each, index) => {
    if (comparePlainDates(each.to, each.from) < 0)
      problems[`blackout.${index}.to`] = 'End date must be on or after the start date.'
  })
  if (isCapAboveWindows(unit))
    problems['max_students_per_shift'] = 'More than all its windows together allow.'
  return problems
}

/** True when the unit's cap is more than the sum of its windows; without windows there is no limit. */
function isCapAboveWindows({
  capacity_windows: windows,
  max_students_per_shift: most,
}: Pick<Unit, 'capacity_windows' | 'max_students_per_shift'>): boolean {
  return windows.length > 0 && most > windows.reduce((sum, { max }) => sum + max, 0)
}

/** A node as the validation needs it; `unit` and organization fields are present only on those kinds. */
export type NodeToValidate = {
  id: string
  kind: FacilityKind
  parent_id: string | null
  name: string
  status: FacilityStatus
  time_zone: string
  slug: string | null
  unit: Pick<Unit, 'max_students_per_shift' | 'capacity_windows' | 'shift_patterns'> | null
}
export type AdminToValidate = { full_name: string; facility_id: string }

/**
 * Validates a hierarchy (Spec §7, validate-facility-hierarchy): no orphans, no cycles, units have their site's time zone, slugs are unique,
 * a unit's cap is at most the sum of its windows, and no one administers an archived node. Warnings are for an administrator to review.
 * `today` decides which windows are past.
 */
export function validateHierarchy(
  nodes: readonly NodeToValidate[],
  admins: readonly AdminToValidate[],
  today: PlainDate,
): Validation {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const errors: Finding[] = []
  const warnings: Finding[] = []
  const error = (code: Finding['code'], { id }: { id: string }, message: string) =>
    void errors.push({ code, node_id: id, message })
  const warn = (code: Finding['code'], { id }: { id: string }, message: string) =>
    void warnings.push({ code, node_id: id, message })
  const parents = new Set(
    nodes
      .filter(({ status }) => status === 'active' || status === 'paused')
      .map(({ parent_id }) => parent_id),
  )
  const sitesWithPatterns = new Set(
    nodes
      .filter(
        ({ status, unit }) => (status === 'active' || status === 'paused') && unit?.shift_patterns.length,
      )
      .map(({ parent_id }) => parent_id),
  )
  const slugs = new Map<string, NodeToValidate>()
  const cyclic = inCycles(nodes, byId)

  for (const node of nodes) {
    const above = node.parent_id === null ? undefined : byId.get(node.parent_id)
    const isLive = node.status === 'active' || node.status === 'paused'
    if (isOrphan(node, above)) error('orphan', node, orphanWords(node, above))
    if (cyclic.has(node.id)) error('cycle', node, `${node.name} is below itself.`)
    if (node.kind === 'unit' && above?.kind === 'site' && above.time_zone !== node.time_zone)
      error(
        'time_zone_differs',
        node,
        `${node.name} has the time of ${node.time_zone}, its site ${above.name} that of ${above.time_zone}.`,
      )
    if (node.slug !== null) {
      const slug = `${node.kind} ${node.slug}`
      const other = slugs.get(slug)
      if (other)
        error('slug_taken', node, `${node.name} and ${other.name} have the same address word, ${node.slug}.`)
      else slugs.set(slug, node)
    }
    if (isLive && (above?.status === 'archived' || above?.status === 'closed'))
      warn('below_archived', node, `${node.name} is ${node.status}, but ${above.name} above it is archived.`)
    if (!isLive) continue
    if (node.unit && isCapAboveWindows(node.unit))
      error(
        'capacity_above_windows',
        node,
        `${node.name} takes ${node.unit.max_students_per_shift} students, its windows together fewer.`,
      )
    if (node.kind === 'site' && !parents.has(node.id))
      warn('no_units', node, `${node.name} ${noCapacityLabels.no_units}`)
    // If no unit of the site lists shifts, schools agree on their own hours, so only a unit that was left out is reported.
    if (node.unit && node.unit.shift_patterns.length === 0 && sitesWithPatterns.has(node.parent_id))
      warn('no_shift_patterns', node, `${node.name} ${noCapacityLabels.no_shift_patterns}`)
    if (node.unit && hasNothingAhead(node.unit.capacity_windows, today))
      warn('no_capacity_ahead', node, `${node.name} ${noCapacityLabels.no_capacity_ahead}`)
  }
  for (const { full_name: name, facility_id: id } of admins) {
    const node = byId.get(id)
    if (node?.status === 'archived' || node?.status === 'closed')
      error('admin_on_archived', node, `${name} administers ${node.name}, which is ${node.status}.`)
  }
  return { ok: errors.length === 0, errors, warnings }
}

const hasNothingAhead = (windows: readonly CapacityWindow[], today: PlainDate): boolean =>
  windows.length > 0 && !windows.some(({ to, max }) => to >= today && max > 0)

function isOrphan(node: NodeToValidate, above: NodeToValidate | undefined): boolean {
  if (node.kind === 'organization') return above !== undefined && above.kind !== 'organization'
  return above?.kind !== (node.kind === 'site' ? 'organization' : 'site')
}

function orphanWords(node: NodeToValidate, above: NodeToValidate | undefined): string {
  const wanted = node.kind === 'unit' ? 'site' : 'organization'
  return above
    ? `${node.name} is below a ${above.kind}, not below ${wanted === 'site' ? 'a site' : 'an organization'}.`
    : `${node.name} belongs to no ${wanted}.`
}

/** Returns the nodes that are part of a cycle of parents. */
function inCycles(
  nodes: readonly NodeToValidate[],
  byId: ReadonlyMap<string, NodeToValidate>,
): ReadonlySet<string> {
  const found = new Set<string>()
  const settled = new Set<string>()
  for (const { id } of nodes) {
    const trail: string[] = []
    let at: string | null | undefined = id
    while (at && !settled.has(at) && !trail.includes(at)) {
      trail.push(at)
      at = byId.get(at)?.parent_id
    }
    if (at && trail.includes(at)) for (const each of trail.slice(trail.indexOf(at))) found.add(each)
    for (const each of trail) settled.add(each)
  }
  return found
}

/** Nests a flat list of nodes by name (Spec §7, get-facility-hierarchy); nodes whose parent is missing are left out. */
export function nested(
  nodes: readonly (Omit<HierarchyNode, 'children'> & { parent_id: string | null })[],
  rootId: string,
): HierarchyNode | undefined {
  const below = Map.groupBy(nodes, ({ parent_id }) => parent_id)
  const root = nodes.find(({ id }) => id === rootId)
  const grow = ({ parent_id: _parent, ...node }: (typeof nodes)[number]): HierarchyNode => ({
    ...node,
    children: (below.get(node.id) ?? []).toSorted((a, b) => a.name.localeCompare(b.name)).map(grow),
  })
  return root && grow(root)
}

type Asker = { role: Role; may_manage: boolean }
type Node = Pick<Facility, 'kind' | 'status' | 'name'>

/**
 * Why the caller cannot change a node, or null when they can: only the superadmin changes organizations (Spec §2), and closed nodes stay as
 * they are.
 */
export function editBlocker({ kind, status }: Node, { role, may_manage }: Asker): string | null {
  if (!may_manage) return 'Only its administrators can change it.'
  if (kind === 'organization' && role !== 'superadmin') return 'Only the superadmin can change organizations.'
  if (status === 'archived') return 'Restore it first.'
  return status === 'closed' ? 'It is permanently closed.' : null
}

/** Why a unit cannot be paused, or the shifts of a paused unit decided on again; null when it can. */
export function pauseBlocker(node: Node, asker: Asker, upcomingShifts = 0): string | null {
  if (!asker.may_manage) return 'Only its administrators can pause it.'
  if (node.status === 'paused') return upcomingShifts > 0 ? null : 'No upcoming shifts.'
  return node.status === 'active' ? null : `It is ${node.status}.`
}

/** Why the caller cannot close a unit permanently, or null when they can. The dialog asks what to do with upcoming shifts. */
export function closeBlocker(node: Node, asker: Asker): string | null {
  if (asker.role !== 'superadmin') return 'Only the superadmin can close a unit.'
  return node.status === 'active' || node.status === 'paused' ? null : `It is ${node.status}.`
}

/** Why the caller cannot archive an organization or site, or null when they can. The dialog asks what to do with upcoming shifts. */
export function archiveBlocker(node: Node, asker: Asker): string | null {
  return editBlocker(node, asker)
}

/** What happens to a facility with upcoming shifts: a unit is paused or closed permanently, a site or organization is archived. */
export type SettleOccasion = 'pause' | 'close' | 'archive'

/** The possible decisions for an upcoming shift: it can be kept only at a paused unit. */
export function settleActions(occasion: SettleOccasion): readonly ShiftDecision['action'][] {
  return occasion === 'pause' ? ['keep', 'cancel', 'move'] : ['cancel', 'move']
}

/**
 * Why these decisions don't settle the upcoming shifts at a facility, or null: one is undecided, kept although it can't be, or moved to a
 * unit that isn't offered.
 */
export function settlementBlocker(
  ahead: readonly { id: string }[],
  decisions: readonly ShiftDecision[],
  units: readonly { id: string }[],
  occasion: SettleOccasion,
):
  | Refusal<'shift_ahead.undecided', { shift_ids: string[] }>
  | Refusal<'shift_ahead.kept' | 'shift_ahead.wrong_unit'>
  | null {
  const decided = new Map(decisions.map((decision) => [decision.shift_id, decision]))
  const undecided = ahead.filter(({ id }) => !decided.has(id)).map(({ id }) => id)
  if (undecided.length > 0) return refusal('shift_ahead.undecided', { shift_ids: undecided })
  const chosen = ahead.map(({ id }) => decided.get(id)!)
  if (chosen.some(({ action }) => !settleActions(occasion).includes(action)))
    return refusal('shift_ahead.kept')
  const isOffered = (unitId: string | null) => units.some(({ id }) => id === unitId)
  return chosen.some(({ action, unit_id: unitId }) => action === 'move' && !isOffered(unitId))
    ? refusal('shift_ahead.wrong_unit')
    : null
}

/** The maximum number of blackouts of a unit. */
export const mostBlackouts = 50

type Days = Pick<Blackout, 'from' | 'to'>

/** What happens to a unit when it is closed on some days: if it already has the same days, it is left as it is, whatever the reason. */
export function closingOutcome(blackout: readonly Days[], { from, to }: Days): ClosingOutcome {
  if (blackout.some((each) => each.from === from && each.to === to)) return 'same'
  return blackout.length >= mostBlackouts ? 'full' : 'close'
}

type ShiftOnDays = Pick<AffectedShift, 'date' | 'school_name'> & {
  school_id: string
  site_id: string
  site_name: string
  seated: number
}

/** Groups the shifts on the days to be closed by school and site, sorted by both names. */
export function closingHits(shifts: readonly ShiftOnDays[]): ClosingHit[] {
  const groups = Map.groupBy(shifts, ({ school_id, site_id }) => `${school_id} ${site_id}`)
  return [...groups.values()]
    .map((group) => {
      const { school_id, school_name, site_id, site_name } = group[0]!
      const days = group.map(({ date }) => date).toSorted(comparePlainDates)
      return {
        school_id,
        school_name,
        site_id,
        site_name,
        shifts: group.length,
        seated: group.reduce((sum, { seated }) => sum + seated, 0),
        first: days[0]!,
        last: days.at(-1)!,
      }
    })
    .toSorted((a, b) => a.school_name.localeCompare(b.school_name) || a.site_name.localeCompare(b.site_name))
}

/** Counts each school's shifts and seats on the closed days, across all sites. */
export function closingCounts(
  shifts: readonly Pick<ShiftOnDays, 'school_id' | 'seated'>[],
): { school_id: string; shifts: number; seated: number }[] {
  return [...Map.groupBy(shifts, ({ school_id }) => school_id)].map(([school_id, those]) => ({
    school_id,
    shifts: those.length,
    seated: those.reduce((sum, { seated }) => sum + seated, 0),
  }))
}

/** The settings that are copied together; every setting is in exactly one group. */
export const copyGroups: Record<CopyGroup, readonly (keyof CopiedSettings)[]> = {
  capacity: ['max_students_per_shift', 'capacity_windows'],
  levels: ['max_students_by_level'],
  schools: ['exclusive_school', 'max_ratio_override'],
  care: ['specialty', 'population', 'care_level'],
  shifts: ['shift_patterns'],
  support: ['has_conference_room', 'preceptor_available'],
}

const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSame((one as Problems)[key], (other as Problems)[key]))
  )
}
const pick = (settings: CopiedSettings, fields: readonly (keyof CopiedSettings)[]): Partial<CopiedSettings> =>
  Object.fromEntries(fields.map((field) => [field, settings[field]]))

/**
 * What happens to a unit when another's settings are copied to it, with the changed settings before and after. Refused if they conflict
 * with the settings the unit keeps.
 */
export function copyOutcome(
  source: CopiedSettings,
  unit: UnitFields,
  groups: readonly CopyGroup[],
): {
  outcome: CopyOutcome
  before: Partial<CopiedSettings>
  after: Partial<CopiedSettings>
  problem: string | null
} {
  const fields = groups
    .flatMap((group) => copyGroups[group])
    .filter((field) => !isSame(source[field], unit[field]))
  const [before, after] = [pick(unit, fields), pick(source, fields)]
  const [problem] = Object.entries(problemsOfUnit({ ...unit, ...after }))
  if (fields.length === 0) return { outcome: 'same', before, after, problem: null }
  return problem
    ? { outcome: 'refused', before, after, problem: problem[1] }
    : { outcome: 'change', before, after, problem: null }
}

/** Of the settings that a copy wrote, returns those to set back. Settings that changed since the copy stay. */
export function settingsToRestore(
  now: CopiedSettings,
  copy: { before: Partial<CopiedSettings>; after: Partial<CopiedSettings> },
): Partial<CopiedSettings> {
  const fields = Object.keys(copy.after) as (keyof CopiedSettings)[]
  return Object.fromEntries(
    fields
      .filter((field) => isSame(now[field], copy.after[field]))
      .map((field) => [field, copy.before[field]]),
  )
}

/** An upcoming shift in a unit, with start and end timestamps for finding overlaps. */
export type ShiftInUnit = Omit<Misfit, 'reason'> & {
  school_id: string
  starts_at: string
  ends_at: string
  seats: number
}

/** The upcoming shifts, by date, that fit a unit now and would no longer fit it with other settings. */
export function misfitsAfter(
  unit: CopiedSettings,
  after: Partial<CopiedSettings>,
  shifts: readonly ShiftInUnit[],
): Misfit[] {
  const misfitting = (settings: CopiedSettings) =>
    shifts.flatMap((shift) => {
      const reason = misfitReason(settings, shift, shifts)
      return reason ? [{ shift, reason }] : []
    })
  const before = new Set(misfitting(unit).map(({ shift, reason }) => `${shift.id} ${reason}`))
  return misfitting({ ...unit, ...after })
    .filter(({ shift, reason }) => !before.has(`${shift.id} ${reason}`))
    .map(({ shift: { id, title, date, start_time, end_time, school_name }, reason }) => ({
      id,
      title,
      date,
      start_time,
      end_time,
      school_name,
      reason,
    }))
    .toSorted((a, b) => comparePlainDates(a.date, b.date) || a.start_time.localeCompare(b.start_time))
}

/**
 * Why a shift does not fit a unit next to the shifts at the same time, or null: too many students, another school, or hours the unit does
 * not run.
 */
function misfitReason(
  settings: CopiedSettings,
  shift: ShiftInUnit,
  shifts: readonly ShiftInUnit[],
): MisfitReason | null {
  const there = shifts.filter(
    ({ starts_at, ends_at }) => starts_at < shift.ends_at && shift.starts_at < ends_at,
  )
  const { capacity_windows: windows, shift_patterns: patterns } = settings
  const open = windows.filter(({ from, to }) => from <= shift.date && shift.date <= to)
  const inWindow = windows.length === 0 ? Infinity : Math.max(0, ...open.map(({ max }) => max))
  const most = Math.min(settings.max_students_per_shift, inWindow)
  if (there.reduce((sum, { seats }) => sum + seats, 0) > most) return 'seats'
  if (settings.exclusive_school && there.some(({ school_id }) => school_id !== shift.school_id))
    return 'exclusive'
  const isWorked = patterns.some(({ start, end }) => start === shift.start_time && end === shift.end_time)
  return patterns.length > 0 && !isWorked ? 'hours' : null
}

/** Formats the dates of a window or blackout. */
export function spanWords({ from, to }: { from: PlainDate; to: PlainDate }): string {
  return from && to ? formatRange(from, to) : ''
}

/** Checks a facility's fields against each other. Returns the problems by field. */
export function problemsOf(kind: FacilityKind, fields: object): Record<string, string> {
  if (kind === 'unit') return problemsOfUnit(fields as UnitFields)
  if (kind === 'organization') return {}
  const { latitude = null, longitude = null } = fields as Partial<SiteFields>
  return problemsOfSite({ latitude, longitude })
}

type Party = 'manager' | 'superadmin'
const managers: readonly Party[] = ['manager', 'superadmin']
const superadmin: readonly Party[] = ['superadmin']

/** The transitions of a facility; organizations are the superadmin's. The database refuses any other. */
export const facilitySteps: readonly Step<FacilityStatus, Party>[] = [
  { event: 'pause', from: 'active', to: 'paused', parties: managers },
  { event: 'resume', from: 'paused', to: 'active', parties: managers },
  { event: 'close', from: 'active', to: 'closed', parties: superadmin },
  { event: 'close', from: 'paused', to: 'closed', parties: superadmin },
  { event: 'archive', from: 'active', to: 'archived', parties: managers },
  { event: 'archive', from: 'paused', to: 'archived', parties: managers },
  { event: 'restore', from: 'archived', to: 'active', parties: managers },
  { event: 'restore', from: 'archived', to: 'paused', parties: managers },
]

type At = Pick<Facility, 'city' | 'state' | 'time_zone'>
type Standing = Pick<Facility, 'name' | 'status'>

/** The city, state and time zone of a new or moved facility: a unit has those of its site. */
export function addressOf(kind: FacilityKind, fields: object, above: At | null): At {
  if (kind === 'unit' && above) {
    const { city, state, time_zone } = above
    return { city, state, time_zone }
  }
  const {
    city = null,
    state = null,
    time_zone = above?.time_zone ?? 'America/New_York',
  } = fields as Partial<At>
  return { city, state, time_zone }
}

/** Why the caller may not decide on this kind of facility, or null: only the superadmin decides on organizations. */
export function organizationBlocker(kind: FacilityKind, isSuperadmin: boolean) {
  return kind === 'organization' && !isSuperadmin ? refusal('facility.superadmin') : null
}

/** Why nothing can be added below a facility now, or null; null also at the top of the hierarchy. */
export function parentBlocker(above: Standing | null) {
  return above && above.status !== 'active'
    ? refusal('facility.parent_inactive', { name: above.name, status: above.status })
    : null
}

/** Why a facility cannot be changed or moved now, or null: closed and archived facilities stay as they are. */
export function changeBlocker({ name, status }: Standing, what: 'change' | 'move' = 'change') {
  if (status !== 'archived' && status !== 'closed') return null
  return refusal(what === 'move' ? 'facility.not_movable' : 'facility.not_changeable', { name, status })
}

const isRightParent = (kind: FacilityKind, above: FacilityKind | undefined): boolean =>
  kind === 'unit'
    ? above === 'site'
    : above === 'organization' || (above === undefined && kind === 'organization')

/** Why a facility cannot be moved below `above`, or null. null is the top; undefined means none that the caller manages. */
export function moveBlocker(
  { kind, name, time_zone }: Pick<Facility, 'kind' | 'name' | 'time_zone'>,
  above: (Pick<Facility, 'kind' | 'time_zone'> & Standing) | null | undefined,
  hasShiftsAhead: boolean,
) {
  if (above === undefined) return refusal('facility.no_target')
  if (above && above.status !== 'active')
    return refusal('facility.target_inactive', { name: above.name, status: above.status })
  if (!isRightParent(kind, above?.kind)) return refusal('facility.wrong_parent', { kind })
  return kind === 'unit' && above!.time_zone !== time_zone && hasShiftsAhead
    ? refusal('facility.other_time', { name, target: above!.name })
    : null
}

/** Why a facility's time zone cannot be changed, or null: upcoming shifts keep the time they were agreed on. */
export function zoneBlocker(
  { name, time_zone }: Pick<Facility, 'name' | 'time_zone'>,
  to: string,
  hasShiftsAhead: boolean,
) {
  return to !== time_zone && hasShiftsAhead ? refusal('facility.zone_has_shifts', { name }) : null
}

/** Why a facility cannot come into this time zone, or null: planned capstone days keep their time, too. */
export function capstoneZoneBlocker(
  { name, time_zone }: Pick<Facility, 'name' | 'time_zone'>,
  to: string,
  hasDaysAhead: boolean,
) {
  return to !== time_zone && hasDaysAhead ? refusal('facility.zone_has_days', { name }) : null
}

/** Why a facility cannot be paused, resumed, closed or archived now, or null. */
export function statusBlocker({ kind, name, status }: Pick<Facility, 'kind'> & Standing, to: FacilityStatus) {
  if ((kind === 'unit') === (to === 'archived')) return refusal('facility.wrong_step')
  if (to === 'active') return status === 'paused' ? null : refusal('facility.not_paused', { name, status })
  // A paused unit can be paused again to decide again on the shifts that were kept.
  const isPossible = status === 'active' || (status === 'paused' && to !== 'archived')
  return isPossible ? null : refusal('facility.status_already', { name, status })
}

/** Why a facility cannot be restored now, or null; `above` is the status of its parent. */
export function restoreBlocker({ name, status }: Standing, above: string | null) {
  if (status !== 'archived') return refusal('facility.not_archived', { name })
  return above !== null && above !== 'active' ? refusal('facility.archived_above') : null
}
