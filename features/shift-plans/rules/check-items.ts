import { specialtyLabels } from '#core/specialties.ts'
import { clockRange, shiftInstants } from '#core/clock-time.ts'
import { formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import { type ActiveMapping, includesUnit, mappingsFor, whereName } from '#features/mappings/rules.ts'
import { type AgreementGap, agreementGapText } from '#features/partnerships/rules.ts'
import {
  type CountedLimit,
  hardLimits,
  instructorsOf,
  limitWords,
  needsInstructor,
  planBlocker,
  preceptorsOf,
  submitBlocker,
  type Term,
} from '#features/shifts/rules.ts'
import type { Issue, IssueCode, PlanCounts, PlanItem } from '../contract.ts'
import { fieldsOf, type Item } from './items.ts'
import { shiftsBeyondRequiredHours, type RequiredHours } from './overshoot.ts'
import type { Vocabulary } from './types.ts'

/** An existing shift of the school. */
export type Existing = {
  date: PlainDate
  start_time: string
  end_time: string
  starts_at: string
  ends_at: string
  facility_id: string | null
  unit_name: string | null
  proctor_id: string | null
  more_proctor_ids: string[]
  preceptor_id: string | null
  more_preceptor_ids: string[]
}

/** What PostgreSQL reports for an item: the limits on its seats, and why its agreement would refuse it at submission. */
export type AskedOf = { limits: readonly CountedLimit[]; late: AgreementGap | null }

export type CheckFacts = {
  vocabulary: Vocabulary
  semesterId: string
  term: Term | null
  zone: string
  /** ISO instant. */
  now: string
  asked: ReadonlyMap<string, AskedOf>
  existing: readonly Existing[]
  required: RequiredHours
  mappings: readonly ActiveMapping[]
}

/** The span of an item in its unit's time zone; null if the hours or the date are invalid. */
export function spanOf(
  item: Pick<Item, 'date' | 'start_time' | 'end_time' | 'facility_id'>,
  { vocabulary, zone }: Pick<CheckFacts, 'vocabulary' | 'zone'>,
) {
  const timeZone = vocabulary.units.find(({ id }) => id === item.facility_id)?.zone ?? zone
  return shiftInstants({ date: item.date, start: item.start_time, end: item.end_time, timeZone })
}

type Span = { startsAt: string; endsAt: string }
const overlap = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** Checks every item by the rules of the shift form, of submitting and of seats, and adds its issues (domain §2.16). */
export function checkItems(items: readonly Item[], facts: CheckFacts): PlanItem[] {
  const spans = new Map(items.map((item) => [item.temp_id, spanOf(item, facts)]))
  // The earlier shifts that would be drafted: one that is blocked takes no one's time.
  const before: PlanItem[] = []
  const checked = items.map((item): PlanItem => {
    if (item.is_left_out) return { ...item, issues: [] }
    const span = spans.get(item.temp_id)!
    const clashing = {
      items: before.filter((other) => overlap(span, spans.get(other.temp_id)!)),
      shifts: facts.existing.filter((other) =>
        overlap(span, { startsAt: other.starts_at, endsAt: other.ends_at }),
      ),
    }
    const found = {
      ...item,
      issues: [
        ...ofForm(item, facts),
        ...ofDay(item, facts),
        ...ofSeats(item, facts),
        ...ofInstructors(item, clashing),
        ...ofCopies(item, clashing),
        ...ofArea(item, facts),
      ].toSorted((a, b) => Number(a.severity === 'warn') - Number(b.severity === 'warn')),
    }
    if (!isBlocked(found)) before.push(found)
    return found
  })
  // Blocked items count no hours.
  const over = shiftsBeyondRequiredHours(planned(checked), facts)
  return checked.map((item) => {
    const about = over.get(item.temp_id)
    return about === undefined
      ? item
      : { ...item, issues: [...item.issues, warn('HOURS_OVERSHOOT', about, leaveOut)] }
  })
}

const leaveOut = { label: 'Leave it out', edit: { is_left_out: true } }
/** The text of an issue, and the text shared by all shifts that have it, if different. */
type Said = string | { text: string; about: string }
const issue = (
  severity: Issue['severity'],
  code: IssueCode,
  said: Said,
  ...fixes: Issue['fixes']
): Issue => ({
  code,
  severity,
  ...(typeof said === 'string' ? { text: said, about: said } : said),
  fixes,
})
const block = (code: IssueCode, said: Said, ...fixes: Issue['fixes']) =>
  issue('block', code, said, ...fixes, leaveOut)
const warn = (code: IssueCode, said: Said, ...fixes: Issue['fixes']) => issue('warn', code, said, ...fixes)

/** Issues that the shift form would refuse, and those that would prevent submission. */
function ofForm(item: Item, { vocabulary, semesterId, term, now, ...facts }: CheckFacts): Issue[] {
  const fields = fieldsOf(item, { semester_id: semesterId, self_signup: false })
  const refused = planBlocker(fields, {
    term,
    hasForeignCohort: item.cohort_ids.some((id) => !vocabulary.cohorts.some((one) => one.id === id)),
    proctorIsActive: item.proctor_ids.every((id) => vocabulary.people.some((one) => one.id === id)),
    isPreceptor: item.preceptor_ids.every((id) => vocabulary.preceptors.some((one) => one.id === id)),
  })
  const found: Issue[] = []
  if (refused?.code === 'shift.outside_semester')
    found.push(
      block('OUT_OF_TERM', {
        text: `${formatDate(item.date, 'weekday')} is outside ${term!.name}.`,
        about: `Outside ${term!.name}, ${formatRange(term!.start_date, term!.end_date)}.`,
      }),
    )
  else if (refused?.code === 'shift.no_semester' || refused?.code === 'shift.semester_archived')
    found.push(block('OUT_OF_TERM', 'This semester is archived or gone. Choose another.'))
  else if (refused?.code === 'shift.no_such_instructor')
    found.push(
      block('PROCTOR_MISSING', 'Someone named isn’t an active instructor at your school.', {
        label: 'Plan it without an instructor',
        edit: { proctor_ids: [] },
      }),
    )
  else if (refused?.code === 'shift.no_such_preceptor')
    found.push(
      block('PROCTOR_MISSING', 'Someone named isn’t a preceptor you can plan with.', {
        label: 'Plan it without a preceptor',
        edit: { preceptor_ids: [] },
      }),
    )
  else if (refused?.code === 'shift.no_length')
    found.push(block('NOT_ALLOWED', 'It starts and ends at the same time.'))
  else if (refused) found.push(block('NOT_ALLOWED', 'One of the cohorts isn’t from your school.'))
  const { startsAt } = spanOf(item, { vocabulary, zone: facts.zone })
  const late = submitBlocker({ ...fields, starts_at: startsAt }, now)
  if (late?.code === 'shift.in_the_past') found.push(block('LEAD_TIME', 'This day has passed.'))
  if (late?.code === 'shift.needs_unit')
    found.push(block('UNIT_UNKNOWN', 'It has no unit yet. Answer the question above, or choose one here.'))
  return found
}

/** A holiday or break of the school: these days are left out of a series unless the text includes them. */
function ofDay(item: Item, { vocabulary }: CheckFacts): Issue[] {
  const name = vocabulary.off.get(item.date)
  if (name === undefined) return []
  const text = {
    text: `${formatDate(item.date, 'weekday')} is ${name}.`,
    about: 'On a school holiday or break.',
  }
  if (item.is_on_day_off)
    return [warn('HOLIDAY', text, { label: 'Leave it out after all', edit: { is_left_out: true } })]
  return [
    issue(
      'block',
      'HOLIDAY',
      text,
      { label: 'Leave out the holiday', edit: { is_left_out: true } },
      { label: 'Plan it anyway', edit: { is_on_day_off: true } },
    ),
  ]
}

const agreementCodes: Partial<Record<NonNullable<AgreementGap['reason']>, IssueCode>> = {
  outside_dates: 'AGREEMENT_EXPIRED',
  blackout: 'BLACKOUT',
  quota: 'UNIT_CAP',
  unit_quota: 'UNIT_CAP',
}
const limitCodes: Record<CountedLimit['limit_name'], IssueCode> = {
  closed: 'BLACKOUT',
  exclusive: 'OTHER_SCHOOL_ON_UNIT',
  agreement: 'UNIT_CAP',
  unit: 'UNIT_CAP',
  level: 'UNIT_CAP',
  ratio: 'RATIO',
  school: 'RATIO',
  preceptor: 'RATIO',
  shift: 'UNIT_CAP',
}

/** Seat limits: those that refuse a request block the item, those that lower the seats only warn, as at submission. */
function ofSeats(item: Item, { asked }: CheckFacts): Issue[] {
  const of = asked.get(item.temp_id)
  if (!of) return []
  const issues = of.limits
    .filter(({ applies, seats, limit_name: name }) => applies && name !== 'shift' && seats < item.capacity)
    .map((limit): Issue => {
      const { limit_name: name, seats, values } = limit
      const reason = name === 'agreement' ? (values as AgreementGap).reason : null
      const code = reason ? (agreementCodes[reason] ?? 'NO_PARTNERSHIP') : limitCodes[name]
      const fewer =
        seats > 0
          ? [
              {
                label: seats === 1 ? 'Use 1 seat' : `Use ${seats} seats`,
                alike: 'Use the seats that are left',
                edit: { capacity: seats },
              },
            ]
          : []
      return hardLimits.includes(name)
        ? block(code, limitWords(limit), ...fewer)
        : warn(code, `${limitWords(limit)} ${item.capacity} seats are planned.`, ...fewer)
    })
  return of.late?.reason === 'lead_time' ? [...issues, warn('LEAD_TIME', agreementGapText(of.late))] : issues
}

type Clashing = { items: readonly Item[]; shifts: readonly Existing[] }

function ofInstructors(item: Item, { items, shifts }: Clashing): Issue[] {
  const lead = {
    experience_type: item.experience_type,
    proctor_id: item.proctor_ids[0] ?? null,
    preceptor_id: item.preceptor_ids[0] ?? null,
  }
  if (needsInstructor(lead))
    return [
      warn(
        'PROCTOR_MISSING',
        `No ${item.experience_type === 'precepted' ? 'preceptor' : 'instructor'} is named yet. It can be published when there is one.`,
      ),
    ]
  const leaders = [
    ...item.proctor_ids.map((id, at) => ({
      id,
      name: item.proctor_names[at]!,
      without: { proctor_ids: item.proctor_ids.filter((one) => one !== id) },
    })),
    ...item.preceptor_ids.map((id, at) => ({
      id,
      name: item.preceptor_names[at]!,
      without: { preceptor_ids: item.preceptor_ids.filter((one) => one !== id) },
    })),
  ]
  return leaders.flatMap(({ id, name, without }): Issue[] => {
    const shift = shifts.find((other) => [...instructorsOf(other), ...preceptorsOf(other)].includes(id))
    const other = items.find(({ proctor_ids: ids, preceptor_ids: others }) =>
      [...ids, ...others].includes(id),
    )
    if (!shift && !other) return []
    const where = shift ?? other!
    const text = `${name} already has ${where.unit_name ?? 'a shift on campus'} on ${formatDate(where.date, 'weekday')}, ${clockRange(where.start_time, where.end_time)}${shift ? '' : ', in this plan'}.`
    return [
      block(
        'PROCTOR_CLASH',
        { text, about: `${name} has another shift at that time.` },
        { label: `Plan it without ${name}`, edit: without },
      ),
    ]
  })
}

/** The same unit, day and hours twice: with the same instructors and preceptors, it is the same shift. */
function ofCopies(item: Item, { items, shifts }: Clashing): Issue[] {
  const isSame = (other: Pick<Existing, 'date' | 'start_time' | 'end_time' | 'facility_id'>) =>
    other.facility_id === item.facility_id &&
    other.date === item.date &&
    other.start_time.slice(0, 5) === item.start_time &&
    other.end_time.slice(0, 5) === item.end_time
  const copies = [
    ...items.filter(isSame).map((other) => ({ leaders: leadersOf(other), isPlanned: true })),
    ...shifts.filter(isSame).map((other) => ({
      leaders: leaderKey([instructorsOf(other), preceptorsOf(other)]),
      isPlanned: false,
    })),
  ]
  const whole = copies.find(({ leaders }) => leaders === leadersOf(item))
  const copy = whole ?? copies[0]
  if (!copy) return []
  const text = copy.isPlanned
    ? 'Another shift in this plan has the same unit, day and hours.'
    : 'Your school already has a shift at this unit, day and time.'
  const leader = item.experience_type === 'precepted' ? 'preceptor' : 'instructor'
  return [whole ? block('DUPLICATE', text) : warn('DUPLICATE', `${text} It has another ${leader}.`, leaveOut)]
}

const leaderKey = (leaders: readonly (readonly string[])[]): string =>
  leaders.map((ids) => ids.toSorted().join()).join(' ')
const leadersOf = ({ proctor_ids: instructors, preceptor_ids: preceptors }: Item): string =>
  leaderKey([instructors, preceptors])

function ofArea(item: Item, { vocabulary, mappings }: CheckFacts): Issue[] {
  const unit = vocabulary.units.find(({ id }) => id === item.facility_id)
  if (!unit) return []
  // What the school mapped says more than the unit's main specialty.
  const mapped = mappingsFor(mappings, item)
  if (mapped.length > 0) {
    if (mapped.some((one) => includesUnit(one, unit))) return []
    const what = item.course_code ?? specialtyLabels[item.specialty]
    const where = new Intl.ListFormat('en-US').format(new Set(mapped.map(whereName)))
    return [
      warn('SPECIALTY_MISMATCH', `${unit.name} isn’t mapped to ${what}. Your school mapped it to ${where}.`),
    ]
  }
  if (unit.specialty === 'other' || unit.specialty === item.specialty) return []
  return [
    warn(
      'SPECIALTY_MISMATCH',
      `${unit.name} is ${specialtyLabels[unit.specialty]}; the plan says ${specialtyLabels[item.specialty]}.`,
      { label: `Use ${specialtyLabels[unit.specialty]}`, edit: { specialty: unit.specialty } },
    ),
  ]
}

export const isBlocked = ({
  is_left_out: isOut,
  issues,
}: Pick<PlanItem, 'is_left_out' | 'issues'>): boolean =>
  !isOut && issues.some(({ severity }) => severity === 'block')

/** The items that would become drafts. */
export const planned = (items: readonly PlanItem[]): PlanItem[] =>
  items.filter((item) => !item.is_left_out && !isBlocked(item))

export const countsOf = (items: readonly PlanItem[]): PlanCounts => ({
  planned: planned(items).length,
  blocked: items.filter(isBlocked).length,
  left_out: items.filter(({ is_left_out: isOut }) => isOut).length,
  warned: planned(items).filter(({ issues }) => issues.length > 0).length,
})
