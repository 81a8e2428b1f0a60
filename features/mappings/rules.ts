import { specialtyLabels } from '#core/specialties.ts'
import { roundToHundredths } from '#core/number-text.ts'
import { refusal } from '#core/refusal.ts'
import { canTransition, type Step } from '#core/steps.ts'
import type { FacilityStatus, Population, Specialty } from '#features/facilities/contract.ts'
import { populationLabels } from '#features/facilities/rules.ts'
import type { Progress } from '#features/hours/contract.ts'
import type {
  Area,
  CoverageStatus,
  Documentation,
  DocumentedCourse,
  Mapping,
  MappingRun,
  MappingRunStatus,
  MappingStatus,
  Proposal,
  RequirementKey,
} from './contract.ts'

export type Party = 'school' | 'facility'

/** The transitions of a mapping. Each server start writes them to `public.transitions`, and triggers refuse all others. */
export const mappingSteps: readonly Step<MappingStatus, Party>[] = [
  { event: 'activate', from: 'proposed', to: 'active', parties: ['school'] },
  { event: 'reject', from: 'proposed', to: 'rejected', parties: ['school'] },
  { event: 'withdraw', from: 'proposed', to: 'retired', parties: ['school', 'facility'] },
  { event: 'retire', from: 'active', to: 'retired', parties: ['school', 'facility'] },
  { event: 'reopen', from: 'active', to: 'proposed', parties: ['school'] },
  { event: 'reopen', from: 'rejected', to: 'proposed', parties: ['school'] },
  { event: 'propose_again', from: 'retired', to: 'proposed', parties: ['school', 'facility'] },
]

/** The transitions of a run. A person applies or discards it. */
export const mappingRunSteps: readonly Step<MappingRunStatus, 'manager'>[] = [
  { event: 'start', from: 'queued', to: 'running', parties: ['manager'] },
  { event: 'finish', from: 'running', to: 'review', parties: ['manager'] },
  { event: 'apply', from: 'review', to: 'applied', parties: ['manager'] },
  { event: 'discard', from: 'queued', to: 'discarded', parties: ['manager'] },
  { event: 'discard', from: 'running', to: 'discarded', parties: ['manager'] },
  { event: 'discard', from: 'review', to: 'discarded', parties: ['manager'] },
]

type Decided = Pick<Mapping, 'status' | 'is_own' | 'required_hours' | 'facility_name'> & {
  facility_status: FacilityStatus | null
}

/**
 * Why a mapping cannot make this transition now, or null: a proposal can become active only while its requirement and facility exist
 * (Domain 2.15).
 */
export function decisionBlocker(row: Decided, to: MappingStatus, party: Party) {
  if (!row.is_own) return refusal('mapping.not_yours')
  if (!canTransition(mappingSteps, row.status, to, party))
    return party === 'facility' && canTransition(mappingSteps, row.status, to, 'school')
      ? refusal('mapping.not_yours')
      : refusal('mapping.step', { status: row.status })
  if (to !== 'active') return null
  if (row.required_hours === null) return refusal('mapping.requirement_gone')
  return row.facility_status === 'closed' || row.facility_status === 'archived'
    ? refusal('mapping.facility_gone', { facility: row.facility_name ?? 'This facility' })
    : null
}

/** Why this party cannot change a mapping, or null: after the school has decided, only the school may. */
export function changeBlocker({ status, is_own }: Pick<Mapping, 'status' | 'is_own'>, party: Party) {
  if (!is_own) return refusal('mapping.not_yours')
  return party === 'facility' && status !== 'proposed' ? refusal('mapping.agreed') : null
}

/** Why a run cannot make this transition now, or null. */
export function runBlocker(status: MappingRunStatus, to: MappingRunStatus) {
  return canTransition(mappingRunSteps, status, to, 'manager')
    ? null
    : refusal('mapping.run_settled', { status })
}

/** Words that stand for a specialty at every facility. A facility can add its own. */
export const usualWords: Record<Specialty, readonly string[]> = {
  fundamentals: ['fundamentals', 'foundations', 'skilled nursing', 'basic care'],
  med_surg: [
    'med-surg',
    'medsurg',
    'medical-surgical',
    'medical',
    'surgical',
    'telemetry',
    'tele',
    'oncology',
    'orthopedic',
    'orthopedics',
    'ortho',
    'cardiac',
    'neuro',
    'renal',
    'adult health',
    'complex care',
  ],
  maternal_newborn: [
    'OB',
    'obstetrics',
    'maternal',
    'maternity',
    'L&D',
    'labor',
    'labor delivery',
    'labor and delivery',
    'mother-baby',
    'postpartum',
    'antepartum',
    'newborn',
    'nursery',
    'birth',
    'birthing',
    'women’s health',
    'perinatal',
  ],
  pediatrics: [
    'pediatric',
    'pediatrics',
    'peds',
    'PICU',
    'child',
    'children',
    'childrens',
    'child health',
    'adolescent',
  ],
  mental_health: [
    'mental health',
    'psych',
    'psychiatric',
    'psychiatry',
    'behavioral',
    'behavioral health',
    'addiction',
    'recovery',
  ],
  community: [
    'community',
    'public health',
    'home health',
    'home care',
    'school nurse',
    'hospice',
    'outreach',
    'population health',
  ],
  icu: ['ICU', 'MICU', 'SICU', 'CCU', 'CVICU', 'intensive care', 'critical care', 'step-down', 'stepdown'],
  emergency: ['emergency', 'ED', 'ER', 'trauma', 'urgent care'],
  perioperative: [
    'perioperative',
    'periop',
    'OR',
    'operating room',
    'surgery',
    'PACU',
    'pre-op',
    'post anesthesia',
    'endoscopy',
  ],
  geriatrics_ltc: [
    'geriatric',
    'geriatrics',
    'gerontology',
    'long term care',
    'LTC',
    'nursing home',
    'memory care',
    'elder',
    'senior',
    'rehab',
    'rehabilitation',
  ],
  leadership: ['leadership', 'management', 'charge'],
  capstone: ['capstone', 'preceptorship', 'transition to practice'],
  other: [],
}

/** Specialties whose hours are often done on units of these other specialties. */
const related: Partial<Record<Specialty, readonly Specialty[]>> = {
  fundamentals: ['geriatrics_ltc', 'med_surg'],
  med_surg: ['icu', 'perioperative'],
  leadership: ['med_surg', 'icu', 'emergency'],
  capstone: ['med_surg', 'icu', 'emergency', 'pediatrics', 'maternal_newborn'],
}

/** The patient populations expected on a unit of a specialty. */
const expected: Partial<Record<Specialty, readonly Population[]>> = {
  pediatrics: ['pediatric', 'neonatal'],
  maternal_newborn: ['maternal', 'neonatal'],
  geriatrics_ltc: ['geriatric', 'adult'],
}

/** Splits a text into words of small letters and digits: "L&D" becomes "l d". */
export const wordsApart = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

export type Dictionary = ReadonlyMap<string, Specialty>

/**
 * The built-in words and the added ones. The last one counts if a word appears twice, so a facility's own words must come after those for
 * every facility.
 */
export const dictionaryOf = (added: readonly { term: string; specialty: Specialty }[]): Dictionary =>
  new Map([
    ...Object.entries(usualWords).flatMap(([specialty, words]) =>
      words.map((word): [string, Specialty] => [wordsApart(word), specialty as Specialty]),
    ),
    ...added.map(({ term, specialty }): [string, Specialty] => [term, specialty]),
  ])

/** The words in a text that stand for a specialty; "mother baby" takes precedence over "mother". */
export function namedIn(text: string, dictionary: Dictionary): { word: string; specialty: Specialty }[] {
  // In lower case "or" is a conjunction; the operating room is "OR".
  let rest = ` ${wordsApart(text.replaceAll(/\bor\b/g, ' '))} `
  return [...dictionary]
    .toSorted(([a], [b]) => b.length - a.length || a.localeCompare(b))
    .flatMap(([word, specialty]) => {
      if (!rest.includes(` ${word} `)) return []
      rest = rest.replaceAll(` ${word} `, ' | ')
      return [{ word, specialty }]
    })
}

export type MappedUnit = {
  id: string
  name: string
  code: string | null
  specialty: Specialty
  population: Population
  detail: string
}
type Course = Pick<Area, 'program_id' | 'program_name' | 'course_code' | 'specialty'>

/** Pairs below this confidence are not proposed. */
export const LEAST_CONFIDENCE = 0.3

/** How well a unit fits a course's requirement, from 0 to 1, and the words that matched (Domain 2.15: a deterministic keyword engine). */
export function fitOf(
  course: Course,
  unit: MappedUnit,
  dictionary: Dictionary,
): { confidence: number; words: string[] } {
  const asked = course.specialty === 'other' ? namedIn(course.course_code ?? '', dictionary) : []
  const wanted = asked[0]?.specialty ?? course.specialty
  const words = asked
    .slice(0, 1)
    .map(({ word, specialty }) => `“${word}” in the course: ${specialtyLabels[specialty]}`)
  const named = namedIn(`${unit.name} ${unit.code ?? ''}`, dictionary).filter(
    ({ specialty }) => specialty === wanted,
  )
  let confidence = 0
  if (wanted === 'other') return { confidence: 0, words }
  if (unit.specialty === wanted) {
    confidence = 0.8
    words.push(`Unit’s specialty: ${specialtyLabels[wanted]}`)
  } else if (named.length > 0) confidence = 0.4
  else if (related[wanted]?.includes(unit.specialty)) {
    confidence = 0.35
    words.push(`${specialtyLabels[unit.specialty]} often takes ${specialtyLabels[wanted]}`)
  }
  if (confidence === 0) return { confidence, words: [] }
  if (named.length > 0) confidence += 0.15
  words.push(...named.map(({ word }) => `“${word}” in the unit’s name: ${specialtyLabels[wanted]}`))
  const those = expected[wanted]
  if (those?.includes(unit.population)) {
    confidence += 0.05
    words.push(`Cares for: ${populationLabels[unit.population]}`)
  } else if (those && unit.population !== 'all') {
    confidence -= 0.25
    words.push(`Less likely: cares for ${populationLabels[unit.population].toLowerCase()}`)
  }
  return { confidence: roundToHundredths(Math.min(1, Math.max(0, confidence))), words }
}

/** A key for the requirement and the facility of a mapping. */
export const pairKey = (
  pair: Pick<Mapping, 'program_id' | 'course_code' | 'specialty' | 'facility_id'>,
): string => [pair.program_id, pair.course_code ?? '', pair.specialty, pair.facility_id ?? ''].join(' ')

/**
 * The engine's proposals for courses and units, the most confident first within each course. Pairs already mapped or rejected are counted
 * and left out.
 */
export function proposalsFor(
  courses: readonly Course[],
  units: readonly MappedUnit[],
  dictionary: Dictionary,
  known: ReadonlySet<string>,
): { proposals: Proposal[]; known: number } {
  const found = courses.flatMap((course) =>
    units
      .map((unit) => ({ course, unit, ...fitOf(course, unit, dictionary) }))
      .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
      .toSorted(
        (a, b) =>
          b.confidence - a.confidence ||
          a.unit.name.localeCompare(b.unit.name) ||
          a.unit.id.localeCompare(b.unit.id),
      ),
  )
  const fresh = found.filter(({ course, unit }) => !known.has(pairKey({ ...course, facility_id: unit.id })))
  return {
    known: found.length - fresh.length,
    proposals: fresh.map(({ course, unit, confidence, words }) => ({
      program_id: course.program_id,
      program_name: course.program_name,
      course_code: course.course_code,
      specialty: course.specialty,
      facility_id: unit.id,
      facility_name: unit.name,
      facility_detail: unit.detail,
      confidence,
      words: words.slice(0, 20),
      rationale: `${words.join('. ')}.`.slice(0, 1000),
    })),
  }
}

type ActiveRow = Pick<Mapping, 'program_name' | 'specialty' | 'min_hours' | 'status'>
export type AreaCoverage = {
  student_id: string
  full_name: string
  cohort_name: string | null
  program_name: string | null
  specialty: string
  /** The program's or its active mappings' minimum, whichever is more. */
  min_hours: number
  credited: number
  scheduled: number
  /** Hours neither credited nor scheduled. */
  gap: number
  status: CoverageStatus
  /** Active mappings of the area. */
  mapped: number
}

type Student = Pick<Progress, 'student_id' | 'full_name' | 'cohort_name' | 'program_name' | 'by_specialty'>

/** For each student and area, whether the hours are credited, scheduled or missing (Domain 2.15: credited ≥ minimum; gaps listed). */
export function coverageOf(students: readonly Student[], rows: readonly ActiveRow[]): AreaCoverage[] {
  const active = rows.filter(({ status }) => status === 'active')
  return students.flatMap((student) => {
    const own = active.filter(({ program_name: name }) => name === student.program_name)
    const asked = new Map(student.by_specialty.map((area) => [area.specialty, area]))
    const areas = new Set<string>([
      ...student.by_specialty
        .filter(({ required }) => required !== null && required > 0)
        .map(({ specialty }) => specialty),
      ...own.filter(({ min_hours: hours }) => (hours ?? 0) > 0).map(({ specialty }) => specialty),
    ])
    return [...areas].toSorted().map((specialty): AreaCoverage => {
      const mapped = own.filter((row) => row.specialty === specialty)
      const { credited = 0, scheduled = 0, required = null } = asked.get(specialty) ?? {}
      const least = Math.max(required ?? 0, ...mapped.map(({ min_hours: hours }) => hours ?? 0))
      const gap = roundToHundredths(Math.max(0, least - credited - scheduled))
      return {
        student_id: student.student_id,
        full_name: student.full_name,
        cohort_name: student.cohort_name,
        program_name: student.program_name,
        specialty,
        min_hours: least,
        credited,
        scheduled,
        gap,
        status: credited >= least ? 'covered' : gap === 0 ? 'scheduled' : 'gap',
        mapped: mapped.length,
      }
    })
  })
}

/** For each area, how many students are covered, scheduled, or have a gap. */
export const coverageByArea = (all: readonly AreaCoverage[]) =>
  [...Map.groupBy(all, ({ specialty }) => specialty)]
    .map(([specialty, each]) => {
      const counted = (status: CoverageStatus) => each.filter((one) => one.status === status).length
      return {
        specialty,
        students: each.length,
        covered: counted('covered'),
        scheduled: counted('scheduled'),
        gap: counted('gap'),
      }
    })
    .toSorted((a, b) => a.specialty.localeCompare(b.specialty))

/** Says where the hours may be done. */
export const whereName = ({
  facility_name: name,
  specialties,
}: Pick<Mapping, 'facility_name' | 'specialties'>): string =>
  name ?? `Any ${specialties.map((one) => specialtyLabels[one].toLowerCase()).join(' or ')} unit`

/** Where a school decided that hours of a course and specialty are earned. */
export type ActiveMapping = Pick<Mapping, 'course_code' | 'specialty' | 'specialties' | 'facility_name'> & {
  /** The units at or below the named facility; null for units anywhere. */
  unit_ids: readonly string[] | null
}

/**
 * The active mappings that say where the hours of a shift are earned (Domain 2.15): those of its course and specialty. A mapping without
 * a course is for every course, and a shift without one may be of any.
 */
export const mappingsFor = (
  mappings: readonly ActiveMapping[],
  { course_code: course, specialty }: Pick<Mapping, 'course_code' | 'specialty'>,
): ActiveMapping[] =>
  mappings.filter(
    (one) =>
      one.specialty === specialty &&
      (course === null || one.course_code === null || one.course_code === course),
  )

/** Whether a unit is at or below the mapping's facility and of one of its specialties, as far as the mapping names any (Domain 2.15). */
export const includesUnit = (
  { unit_ids: ids, specialties }: ActiveMapping,
  unit: { id: string; specialty: Specialty },
): boolean =>
  (ids === null || ids.includes(unit.id)) &&
  (specialties.length === 0 || specialties.includes(unit.specialty))

/** Says how confident a proposal is. */
export const confidenceWords = (confidence: number): string =>
  confidence >= 0.75 ? 'Likely' : confidence >= 0.5 ? 'Possible' : 'Weak'

/** A requirement's key as one string, for a select. */
export const requirementId = ({ program_id, course_code, specialty }: RequirementKey): string =>
  [program_id, specialty, course_code ?? ''].join(' ')

/** The values of a mapping's form. */
export type MappingText = {
  school_id: string
  requirement: string
  facility_id: string
  specialties: string[]
  min_hours: string | number
  priority: string
  rationale: string
}

/** Validates a mapping's form, by field; a facility must choose one of its own. */
export function mappingProblems(
  values: MappingText,
  party: Party,
): Partial<Record<keyof MappingText, string>> {
  const hours = values.min_hours === '' ? 0 : Number(values.min_hours)
  return {
    ...(values.school_id === '' && { school_id: 'Choose a school.' }),
    ...(values.requirement === '' && { requirement: 'Choose a requirement.' }),
    ...(values.facility_id === '' &&
      (party === 'facility' || values.specialties.length === 0) && {
        facility_id:
          party === 'facility'
            ? 'Choose one of your facilities.'
            : 'Choose a facility, or specialties of any unit.',
      }),
    ...(!(hours >= 0 && hours <= 5000) && { min_hours: 'From 0 to 5,000.' }),
    ...(values.rationale.trim().length > 1000 && { rationale: 'At most 1,000 characters.' }),
  }
}

export type AreaProof = DocumentedCourse['areas'][number]
type KindHours = AreaProof['by_kind'][number]

/** The hours of a program’s area by kind, most first; only of its course if the requirement names one. */
export function kindsOf(
  { program_id: program, course_code: course, specialty }: RequirementKey,
  entries: readonly (KindHours & { program_id: string; course_code: string | null; specialty: string })[],
): KindHours[] {
  const own = entries.filter(
    (one) =>
      one.program_id === program &&
      one.specialty === specialty &&
      (course === null || one.course_code === course),
  )
  return [...Map.groupBy(own, ({ kind }) => kind)]
    .map(([kind, each]) => ({
      kind,
      hours: roundToHundredths(each.reduce((sum, { hours }) => sum + hours, 0)),
    }))
    .toSorted((a, b) => b.hours - a.hours)
}

/** Says how much is proven, and what has to be decided. */
export function proofWords({ courses, rows }: Pick<Documentation, 'courses' | 'rows'>): string {
  const all = courses.flatMap(({ areas }) => areas)
  const met = all.filter(({ active }) => active > 0).length
  const open = rows.filter(({ status }) => status === 'proposed').length
  const proven = `${met} of ${all.length} requirements have an active mapping.`
  return open === 0
    ? proven
    : `${proven} ${open} ${open === 1 ? 'proposal needs' : 'proposals need'} your decision.`
}

/** True while a run has not delivered its proposals yet. */
export const isAtWork = ({ status, failure }: Pick<MappingRun, 'status' | 'failure'>): boolean =>
  failure === null && (status === 'queued' || status === 'running')

type RunNumbers = Pick<
  MappingRun,
  'status' | 'courses' | 'units' | 'known' | 'found' | 'applied' | 'failure' | 'school_name'
>

/** Says what a run found, and what to do next. */
export function runWords(run: RunNumbers): string {
  const { status, courses, units, known, found, applied, failure, school_name: school } = run
  if (status === 'discarded') return 'Discarded. Find suggestions again at any time.'
  if (failure !== null)
    return 'It failed before it finished. The person who started it can resume it below, or find suggestions again.'
  if (status === 'queued' || status === 'running') return 'Comparing. It takes a few seconds.'
  const compared = `${courses ?? 0} requirements compared with ${units ?? 0} units.`
  const left = known ? ` ${known} left out: proposed, active or rejected already.` : ''
  if (status === 'applied') return `${compared} ${applied ?? 0} of ${found} proposed; ${school} decides.`
  if (found > 0) return `${compared}${left} Select those that fit, and propose them to the school.`
  return known
    ? `${compared}${left} Nothing new to propose.`
    : `${compared} Nothing fits. Add the words that your units use, or set their specialty, then try again.`
}

/** How many rows an export of mappings or coverage has. */
export function exportCount(
  { rows, coverage }: Pick<Documentation, 'rows' | 'coverage'>,
  asked: { what: 'mappings' | 'coverage'; status: MappingStatus | undefined; isGaps: boolean },
): number {
  if (asked.what === 'mappings')
    return rows.filter(({ status }) => asked.status === undefined || status === asked.status).length
  return coverage.reduce((sum, { students, gap }) => sum + (asked.isGaps ? gap : students), 0)
}
