import { isOvernight, parseClockTime } from '#core/clock-time.ts'
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

/** The kinds as people read them. */
export const kindLabels: Record<FacilityKind, string> = {
  organization: 'Organization',
  site: 'Site',
  unit: 'Unit',
}

/** The types of organizations as people read them. */
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

/** How many facilities of a level of the tree come at once. */
export const treePageSize = 100

/** Whom a unit cares for, as people read it. */
export const populationLabels: Record<Population, string> = {
  adult: 'Adults',
  pediatric: 'Children',
  neonatal: 'Newborns',
  geriatric: 'Older adults',
  maternal: 'Mothers',
  all: 'All ages',
}

/** The levels of care as people read them. */
export const careLevelLabels: Record<CareLevel, string> = {
  acute: 'Acute',
  subacute: 'Subacute',
  long_term: 'Long-term',
  community: 'Community',
  ambulatory: 'Ambulatory',
  simulation: 'Simulation',
}

/** The levels of students as people read them. */
export const studentLevelLabels: Record<StudentLevel, string> = {
  first_year: 'First year',
  second_year: 'Second year',
  third_year: 'Third year',
  fourth_year: 'Fourth year',
  graduate: 'Graduate',
}

/** Shifts as hospitals work them, to begin a unit with; each may be changed. */
export const shiftPresets: readonly ShiftPattern[] = [
  { name: 'D8', start: '07:00', end: '15:00', unpaid_break_min: 30 },
  { name: 'E8', start: '15:00', end: '23:00', unpaid_break_min: 30 },
  { name: 'N8', start: '23:00', end: '07:00', unpaid_break_min: 30 },
  { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 },
  { name: 'N12', start: '19:00', end: '07:00', unpaid_break_min: 30 },
]

/** What a new unit begins with where nothing is said. */
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

/** Minutes on the unit from start to end; an end at or before the start is the next morning. */
export function minutesOf({ start, end }: Pick<ShiftPattern, 'start' | 'end'>): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  return minutes(end) - minutes(start) + (isOvernight(start, end) ? 1_440 : 0)
}

/** The words of an address made of a name: "St. Mary's West" → "st-mary-s-west"; '' when nothing of it can stand there. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')
}

/** The shifts that have more students than the unit takes: how many, and from which day on. They were agreed on before, and stay. */
export function overCapacity(
  shifts: readonly { capacity: number; date: PlainDate }[],
  most: number,
): { count: number; from: PlainDate | undefined } {
  const days = shifts.filter(({ capacity }) => capacity > most).map(({ date }) => date)
  return { count: days.length, from: days.sort()[0] }
}

type Problems = Record<string, string>

/** What of a site does not go together, by field: both coordinates or neither. */
export function problemsOfSite(site: Pick<SiteFields, 'latitude' | 'longitude'>): Problems {
  if ((site.latitude === null) === (site.longitude === null)) return {}
  return { [site.latitude === null ? 'latitude' : 'longitude']: 'Give both coordinates, or neither.' }
}

/** What of a unit does not go together, by field; the paths are those of the form (`blackout.0.to`). */
export function problemsOfUnit(unit: UnitFields): Problems {
  const problems: Problems = {}
  const names = new Set<string>()
  unit.shift_patterns.forEach((pattern, index) => {
    const path = `shift_patterns.${index}`
    const name = pattern.name.trim().toLowerCase()
    if (names.has(name)) problems[`${path}.name`] = 'Another shift has this name.'
    names.add(name)
    if (!parseClockTime(pattern.start) || !parseClockTime(pattern.end)) return
    if (pattern.start === pattern.end)
      problems[`${path}.end`] = 'A shift ends at another time than it starts.'
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
      problems[`${path}.from`] = 'Two windows share days.'
    if (window.max > unit.max_students_per_shift)
      problems[`${path}.max`] = `At most ${unit.max_students_per_shift}, as on every shift.`
  })
  unit.blackout.forEach((each, index) => {
    if (comparePlainDates(each.to, each.from) < 0)
      problems[`blackout.${index}.to`] = 'End date must be on or after the start date.'
  })
  if (isCapAboveWindows(unit))
    problems['max_students_per_shift'] = 'More than all its windows together ever take.'
  return problems
}

/** Unit cap ≤ sum of windows; without windows nothing limits it. */
function isCapAboveWindows({
  capacity_windows: windows,
  max_students_per_shift: most,
}: Pick<Unit, 'capacity_windows' | 'max_students_per_shift'>): boolean {
  return windows.length > 0 && most > windows.reduce((sum, { max }) => sum + max, 0)
}

/** A node as the validation needs it; what only units and organizations have is left out elsewhere. */
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
 * What is wrong with a hierarchy (Spec §7, validate-facility-hierarchy): no orphan, no cycle, a unit has the time zone of
 * its site, slugs are unique, a unit's cap is at most the sum of its windows, no one administers an archived node. Warnings
 * are what an administrator should look at. `today` decides which windows lie behind.
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
      warn('no_units', node, `${node.name} has no units yet, so students can’t be placed there.`)
    // Where no unit of the site says its shifts, schools agree on hours of their own: only one that was left out is named.
    if (node.unit && node.unit.shift_patterns.length === 0 && sitesWithPatterns.has(node.parent_id))
      warn('no_shift_patterns', node, `${node.name} does not say which shifts it works.`)
    if (node.unit && hasNothingAhead(node.unit.capacity_windows, today))
      warn(
        'no_capacity_ahead',
        node,
        `${node.name} takes no students from today on: all its windows are over or empty.`,
      )
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

/** The nodes that are on a circle of parents. */
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

/** The nested form of a list of nodes (Spec §7, get-facility-hierarchy), by name; nodes whose parent is not there are left out. */
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

/** Why someone cannot change a node, or null when they can: organizations are the superadmin's (Spec §2), closed is closed. */
export function editBlocker({ kind, status }: Node, { role, may_manage }: Asker): string | null {
  if (!may_manage) return 'Only its administrators may change it.'
  if (kind === 'organization' && role !== 'superadmin') return 'Only the superadmin changes organizations.'
  if (status === 'archived') return 'Restore it first.'
  return status === 'closed' ? 'It is closed for good.' : null
}

/** Why a unit cannot be paused, or its shifts decided on again while it is paused; null when it can. */
export function pauseBlocker(node: Node, asker: Asker, upcomingShifts = 0): string | null {
  if (!asker.may_manage) return 'Only its administrators may pause it.'
  if (node.status === 'paused') return upcomingShifts > 0 ? null : 'No upcoming shifts.'
  return node.status === 'active' ? null : `It is ${node.status}.`
}

/** Why someone cannot close a unit for good, or null when they can: the superadmin; shifts ahead are decided on in the dialog. */
export function closeBlocker(node: Node, asker: Asker): string | null {
  if (asker.role !== 'superadmin') return 'Only the superadmin closes a unit.'
  return node.status === 'active' || node.status === 'paused' ? null : `It is ${node.status}.`
}

/** Why someone cannot archive an organization or site, or null when they can; shifts ahead are decided on in the dialog. */
export function archiveBlocker(node: Node, asker: Asker): string | null {
  return editBlocker(node, asker)
}

/** What happens to a facility that shifts are planned at: a unit is paused or closed for good, a site or organization archived. */
export type SettleOccasion = 'pause' | 'close' | 'archive'

/** What can be decided for a shift ahead: only a paused unit keeps any, since no one comes to one that is closed. */
export function settleActions(occasion: SettleOccasion): readonly ShiftDecision['action'][] {
  return occasion === 'pause' ? ['keep', 'cancel', 'move'] : ['cancel', 'move']
}

/** Why the shifts ahead at a facility are not settled by these decisions: one is undecided, kept where none can be, or moved to a unit that is not offered. */
export function settlementRefusal(
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

/** How many blackouts a unit has at most. */
export const mostBlackouts = 50

type Days = Pick<Blackout, 'from' | 'to'>

/** What becomes of a unit when it is closed for some days: one that has the same days is left as it is, whatever its reason says. */
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

/** The shifts on the days to be closed, one line for each school and site, by the names of both. */
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

/** What each school has on days that are closed, of all sites together. */
export function closingCounts(
  shifts: readonly Pick<ShiftOnDays, 'school_id' | 'seated'>[],
): { school_id: string; shifts: number; seated: number }[] {
  return [...Map.groupBy(shifts, ({ school_id }) => school_id)].map(([school_id, those]) => ({
    school_id,
    shifts: those.length,
    seated: those.reduce((sum, { seated }) => sum + seated, 0),
  }))
}

/** What is copied from unit to unit together; every setting is in one group. */
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
 * What becomes of a unit when settings of another are copied to it, with those that change as they are and as they would be. It is
 * refused what does not go together with the settings that it keeps.
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

/** Of the settings that a copy wrote, those to be what they were again: what was changed since stays. */
export function toRestore(
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

/** A shift ahead in a unit; its times are moments too, so that it can overlap another. */
export type ShiftInUnit = Omit<Misfit, 'reason'> & {
  school_id: string
  starts_at: string
  ends_at: string
  seats: number
}

/** The shifts ahead that fit a unit as it is and would no longer fit it with other settings, by day. */
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

/** Why a shift does not fit a unit next to those at its time, or null: too many students, another school, hours that the unit does not work. */
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

/** A window or blackout in words. */
export function spanWords({ from, to }: { from: PlainDate; to: PlainDate }): string {
  return from && to ? formatRange(from, to) : ''
}

/** What of a facility does not go together, by field. */
export function problemsOf(kind: FacilityKind, fields: object): Record<string, string> {
  if (kind === 'unit') return problemsOfUnit(fields as UnitFields)
  if (kind === 'organization') return {}
  const { latitude = null, longitude = null } = fields as Partial<SiteFields>
  return problemsOfSite({ latitude, longitude })
}

type Party = 'manager' | 'superadmin'
const managers: readonly Party[] = ['manager', 'superadmin']
const superadmin: readonly Party[] = ['superadmin']

/** The steps of a facility; organizations are the superadmin's. The database refuses every other. */
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

/** Where a new or moved facility is, and the time it has: a unit that of its site. */
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

/** Why someone does not decide on a facility of this kind, or null: organizations are the superadmin's. */
export function organizationBlocker(kind: FacilityKind, isSuperadmin: boolean) {
  return kind === 'organization' && !isSuperadmin ? refusal('facility.superadmin') : null
}

/** Why nothing can be added below a facility now, or null; without a facility, at the top. */
export function parentBlocker(above: Standing | null) {
  return above && above.status !== 'active'
    ? refusal('facility.parent_inactive', { name: above.name, status: above.status })
    : null
}

/** Why a facility cannot be changed, or moved, now, or null: what is closed or archived stays as it is. */
export function changeBlocker({ name, status }: Standing, what: 'change' | 'move' = 'change') {
  if (status !== 'archived' && status !== 'closed') return null
  return refusal(what === 'move' ? 'facility.not_movable' : 'facility.not_changeable', { name, status })
}

const isRightParent = (kind: FacilityKind, above: FacilityKind | undefined): boolean =>
  kind === 'unit'
    ? above === 'site'
    : above === 'organization' || (above === undefined && kind === 'organization')

/** Why a facility cannot be moved below another, or null; null is the top, undefined none that its mover manages. */
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

/** Why a facility cannot be paused, resumed, closed or archived now, or null. */
export function statusBlocker({ kind, name, status }: Pick<Facility, 'kind'> & Standing, to: FacilityStatus) {
  if ((kind === 'unit') === (to === 'archived')) return refusal('facility.wrong_step')
  if (to === 'active') return status === 'paused' ? null : refusal('facility.not_paused', { name, status })
  // A paused unit is paused again to decide once more on the shifts that were kept.
  const isPossible = status === 'active' || (status === 'paused' && to !== 'archived')
  return isPossible ? null : refusal('facility.status_already', { name, status })
}

/** Why a facility cannot be restored now, or null; `above` is the status of what it lies below. */
export function restoreBlocker({ name, status }: Standing, above: string | null) {
  if (status !== 'archived') return refusal('facility.not_archived', { name })
  return above !== null && above !== 'active' ? refusal('facility.archived_above') : null
}
