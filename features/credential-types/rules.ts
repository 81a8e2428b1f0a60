import { addDays, comparePlainDates, diffDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type {
  CredentialValues,
  MonthDay,
  Requirement,
  SeriesRule,
  TypeField,
  TypeFields,
  Validity,
} from './contract.ts'

/** The last day on which something counts: a date, without an end, or not known from what is there. */
export type LastDay = PlainDate | 'endless' | 'unknown'

/** The earliest of several last days: what is not known is earlier than any date (domain §2.8, the strictest validity wins). */
export function strictest(days: readonly LastDay[]): LastDay {
  if (days.includes('unknown')) return 'unknown'
  const dates = days.filter((day) => day !== 'endless')
  return dates.length > 0 ? dates.toSorted(comparePlainDates)[0]! : 'endless'
}

/** The same day some months later; the last day of that month where it is shorter. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const at = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  return dayOf(Math.floor(at / 12), (at % 12) + 1, Number(date.slice(8)))
}

/**
 * The last day on which a credential of that date is valid (domain §2.8): an anniversary counts, and so does the end of its month
 * where the rule says so. `termEnd` is the last day of the semester it was issued for, `stated` the date on the document.
 */
export function lastDayOf(
  rule: Validity,
  issued: PlainDate,
  { termEnd, stated }: { termEnd?: PlainDate | null | undefined; stated?: PlainDate | null | undefined } = {},
): LastDay {
  switch (rule.rule) {
    case 'fixed_months': {
      const anniversary = addMonths(issued, rule.months)
      return rule.end_of_month ? lastOfMonth(anniversary) : anniversary
    }
    case 'calendar_rollover': {
      const next = firstAfter(rule.rollover, issued)
      const counted = issued >= lastUntil(rule.from, next) ? firstAfter(rule.rollover, next) : next
      return addDays(counted, -1)
    }
    case 'season': {
      const end = firstFrom(rule.end, issued)
      // What is dated between two seasons is of neither.
      return issued >= lastUntil(rule.start, end) ? end : issued
    }
    case 'one_time':
      return 'endless'
    case 'through_term':
      return termEnd ?? 'unknown'
    case 'stated_date':
      return stated ?? 'unknown'
  }
}

/** Is it asked for on this day at all? Only a season has days that count for nothing: from its end to its due date, the due date included. */
export function isAskedOn(rule: Validity, day: PlainDate): boolean {
  if (rule.rule !== 'season') return true
  const end = firstFrom(rule.end, day)
  return day > lastUntil(rule.due, end)
}

/** By when it is needed in the season of this day, from the first day on which it is accepted; null between two seasons, and without any. */
export function seasonDue(rule: Validity, day: PlainDate): PlainDate | null {
  if (rule.rule !== 'season') return null
  const end = firstFrom(rule.end, day)
  return day >= lastUntil(rule.start, end) ? lastUntil(rule.due, end) : null
}

/** A validity rule as people read it. */
export function validityInWords(rule: Validity): string {
  switch (rule.rule) {
    case 'fixed_months': {
      const span = rule.months % 12 === 0 ? plural(rule.months / 12, 'year') : plural(rule.months, 'month')
      return rule.end_of_month ? `${span}, to the end of the month` : span
    }
    case 'calendar_rollover':
      return `Until ${monthDayInWords(rule.rollover)}; from ${monthDayInWords(rule.from)} on, for the year after`
    case 'season':
      return `By season: due ${monthDayInWords(rule.due)}, over ${monthDayInWords(rule.end)}`
    case 'one_time':
      return 'Once'
    case 'through_term':
      return 'To the end of the semester'
    case 'stated_date':
      return 'Until the date on the document'
  }
}

/** What is still missing of the evidence. */
export type Gap = {
  code:
    | 'date_missing'
    | 'dose_missing'
    | 'booster_missing'
    | 'titer_missing'
    | 'titer_negative'
    | 'declination_missing'
    | 'tdap_missing'
    | 'second_step_missing'
    | 'steps_apart'
    | 'reading_window'
    | 'test_missing'
    | 'film_missing'
    | 'film_old'
    | 'symptom_form_missing'
    | 'result_review'
    | 'result_fail'
    | 'not_attested'
  /** So many doses are missing. */
  count?: number
  /** From and until when the next one counts. */
  from?: PlainDate
  until?: PlainDate
}

/** What a document proves: by which path, from which day, at the latest until when; or what is missing. */
export type Judgment =
  | { status: 'complete'; path: string; issued_on: PlainDate; last_day: LastDay }
  /** Begun and on its way: may be accepted on a condition where the type allows it. */
  | { status: 'in_progress'; path: string; gap: Gap }
  | { status: 'incomplete'; path: string; gap: Gap }

type Evidence = Pick<TypeFields, 'evidence' | 'series'>

/** Judges what was filled in by the rule of its type (domain §2.0 and §2.8). It fills in and warns; a reviewer decides. */
export function judge(type: Evidence, values: CredentialValues): Judgment {
  switch (type.evidence) {
    case 'series':
      return judgeSeries(type.series ?? MMR_SERIES, values)
    case 'hepatitis_b':
      return judgeHepatitisB(values)
    case 'tuberculosis':
      return judgeTuberculosis(values)
    case 'tdap':
      return judgeTdap(values)
    case 'result':
      return judgeResult(values)
    case 'attestation':
      return values['agreed'] === true
        ? dated('statement', values)
        : incomplete('statement', { code: 'not_attested' })
    case 'document':
      return dated('document', values)
    case 'external_check':
      return dated('check', values)
  }
}

/** How many doses count: each at least its interval after the one before, counted or not (CDC ACIP, best practices: timing of vaccines). */
export function countDoses(
  dates: readonly PlainDate[],
  intervals: readonly number[],
  firstToLast = 0,
): { counted: PlainDate[]; nextFrom: PlainDate | null } {
  const counted: PlainDate[] = []
  let before: PlainDate | null = null
  const earliest = (at: number): PlainDate | null => {
    if (before === null || counted.length === 0) return null
    const byInterval = addDays(before, intervals[at - 1] ?? intervals.at(-1) ?? 0)
    const bySpan = at === intervals.length && firstToLast > 0 ? addDays(counted[0]!, firstToLast) : byInterval
    return byInterval > bySpan ? byInterval : bySpan
  }
  for (const date of dates.toSorted(comparePlainDates)) {
    const from = earliest(counted.length)
    if (from === null || date >= from) counted.push(date)
    before = date
  }
  return { counted, nextFrom: earliest(counted.length) }
}

/** A series with its minimum interval, or a positive titer; after another titer, more doses (domain §2.8, MMR and VAR). */
function judgeSeries(rule: SeriesRule, values: CredentialValues): Judgment {
  const doses = datesIn(values, 'doses')
  const titer = titerIn(values, 'titer')
  const intervals = Array.from({ length: rule.doses - 1 }, () => rule.min_interval_days)
  if (titer?.result === 'positive' && rule.accepts_titer) return complete('titer', titer.on)
  if (titer && titer.result !== 'positive') {
    const needed = titer.result === 'equivocal' ? rule.doses_after_equivocal : rule.doses_after_negative
    const after = doses.filter((date) => date > titer.on)
    const steps = Array.from({ length: Math.max(0, needed - 1) }, () => rule.min_interval_days)
    const { counted, nextFrom } = countDoses(after, steps)
    if (counted.length >= needed) return complete('booster', counted[needed - 1] ?? titer.on)
    const gap: Gap = {
      code: 'booster_missing',
      count: needed - counted.length,
      ...(nextFrom && { from: nextFrom }),
    }
    return counted.length > 0 ? inProgress('booster', gap) : incomplete('booster', gap)
  }
  const { counted, nextFrom } = countDoses(doses, intervals)
  if (counted.length >= rule.doses) return complete('series', counted[rule.doses - 1]!)
  const gap: Gap = {
    code: 'dose_missing',
    count: rule.doses - counted.length,
    ...(nextFrom && { from: nextFrom }),
  }
  return counted.length > 0 ? inProgress('series', gap) : incomplete('series', gap)
}

/** Three doses at least 4 and 8 weeks apart and 16 weeks in all; two of the two-dose vaccine 4 weeks apart (CDC, ACIP hepatitis B schedule). */
const HEPATITIS_B = { three: [28, 56], two: [28], firstToLast: 112 } as const

/** Hepatitis B (domain §2.8): series with a positive titer, titer alone, history, in series, or non-responder with a declination. */
function judgeHepatitisB(values: CredentialValues): Judgment {
  const titer = titerIn(values, 'titer')
  const firstTiter = titerIn(values, 'first_titer')
  const history = dateIn(values, 'history_on')
  if (history) return complete('history', history)
  if (titer?.result === 'positive') return complete('titer', titer.on)
  const isTwoDose = values['is_two_dose'] === true
  const series = (dates: readonly PlainDate[]) =>
    isTwoDose
      ? { ...countDoses(dates, HEPATITIS_B.two), needed: 2 }
      : { ...countDoses(dates, HEPATITIS_B.three, HEPATITIS_B.firstToLast), needed: 3 }
  const doses = datesIn(values, 'doses')
  const failed = firstTiter ?? titer
  if (!failed) {
    const { counted, nextFrom, needed } = series(doses)
    if (counted.length >= needed)
      return inProgress('series', { code: 'titer_missing', from: addDays(counted[needed - 1]!, 28) })
    const gap: Gap = {
      code: 'dose_missing',
      count: needed - counted.length,
      ...(nextFrom && { from: nextFrom }),
    }
    return counted.length > 0 ? inProgress('series', gap) : incomplete('series', gap)
  }
  // Without a positive titer after the first series a second one follows, then a second titer.
  const first = series(doses.filter((date) => date <= failed.on))
  const second = series(doses.filter((date) => date > failed.on))
  if (first.counted.length < first.needed)
    return incomplete('series', { code: 'dose_missing', count: first.needed - first.counted.length })
  if (second.counted.length < second.needed) {
    const gap: Gap = {
      code: 'booster_missing',
      count: second.needed - second.counted.length,
      ...(second.nextFrom && { from: second.nextFrom }),
    }
    return inProgress('second_series', gap)
  }
  const last = second.counted[second.needed - 1]!
  if (!firstTiter || !titer || titer.on <= last)
    return inProgress('second_series', { code: 'titer_missing', from: addDays(last, 28) })
  const declined = dateIn(values, 'declination_on')
  return declined
    ? complete('non_responder', declined)
    : incomplete('non_responder', { code: 'declination_missing' })
}

/** Days between the placements of a two-step skin test, and until its reading. */
const TWO_STEP = { least: 7, most: 21 } as const
const READING = { least: 2, most: 3 } as const
const FILM_MONTHS = 60

/** Tuberculosis (domain §2.0, §2.8): two-step skin test or blood test; after a positive one a chest film of at most 5 years and the symptom form of the year. */
function judgeTuberculosis(values: CredentialValues): Judgment {
  const [first, second] = [testIn(values, 'first'), testIn(values, 'second')]
  const blood = titerIn(values, 'blood')
  const wasPositive =
    values['was_positive'] === true ||
    [first?.result, second?.result, blood?.result].some((result) => result === 'positive')
  if (wasPositive) return judgePositiveTuberculosis(values)
  if (blood?.result === 'negative') return complete('blood_test', blood.on)
  if (blood) return incomplete('blood_test', { code: 'test_missing' })
  if (!first) {
    const form = values['had_two_step'] === true ? dateIn(values, 'symptom_form_on') : null
    return form ? complete('annual', form) : incomplete('two_step', { code: 'test_missing' })
  }
  if (!wasReadInTime(first) || (second && !wasReadInTime(second)))
    return incomplete('two_step', { code: 'reading_window' })
  if (values['had_two_step'] === true) return complete('annual', first.read)
  const window = { from: addDays(first.placed, TWO_STEP.least), until: addDays(first.placed, TWO_STEP.most) }
  if (!second) return inProgress('two_step', { code: 'second_step_missing', ...window })
  const apart = diffDays(first.placed, second.placed)
  return apart >= TWO_STEP.least && apart <= TWO_STEP.most
    ? complete('two_step', second.read)
    : incomplete('two_step', { code: 'steps_apart', ...window })
}

function judgePositiveTuberculosis(values: CredentialValues): Judgment {
  const film = dateIn(values, 'film_on')
  const form = dateIn(values, 'symptom_form_on')
  if (!film) return incomplete('positive', { code: 'film_missing' })
  if (values['film_result'] === 'abnormal') return incomplete('positive', { code: 'result_review' })
  if (!form) return incomplete('positive', { code: 'symptom_form_missing' })
  const filmUntil = addMonths(film, FILM_MONTHS)
  return filmUntil < form
    ? incomplete('positive', { code: 'film_old', from: filmUntil })
    : { status: 'complete', path: 'positive', issued_on: form, last_day: filmUntil }
}

const wasReadInTime = ({ placed, read }: { placed: PlainDate; read: PlainDate }): boolean => {
  const days = diffDays(placed, read)
  return days >= READING.least && days <= READING.most
}

/** One Tdap at any time; from then on the latest of Tdap and Td counts (domain §2.8, TDAP). */
function judgeTdap(values: CredentialValues): Judgment {
  const tdap = dateIn(values, 'tdap_on')
  const td = dateIn(values, 'td_on')
  if (!tdap) return incomplete('tdap', { code: 'tdap_missing' })
  return td !== null && td > tdap ? complete('td', td) : complete('tdap', tdap)
}

/** A result of which only its class is kept: clear, to be looked at, or not passed (domain §2.8, BGC and DRUG). */
function judgeResult(values: CredentialValues): Judgment {
  if (values['result'] === 'fail') return incomplete('result', { code: 'result_fail' })
  if (values['result'] !== 'clear') return incomplete('result', { code: 'result_review' })
  return dated('result', values)
}

function dated(path: string, values: CredentialValues): Judgment {
  const issued = dateIn(values, 'issued_on')
  return issued ? complete(path, issued) : incomplete(path, { code: 'date_missing' })
}

const complete = (path: string, issued: PlainDate): Judgment => ({
  status: 'complete',
  path,
  issued_on: issued,
  last_day: 'endless',
})
const inProgress = (path: string, gap: Gap): Judgment => ({ status: 'in_progress', path, gap })
const incomplete = (path: string, gap: Gap): Judgment => ({ status: 'incomplete', path, gap })

const dateIn = (values: CredentialValues, key: string): PlainDate | null => {
  const value = values[key]
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null
}
const datesIn = (values: CredentialValues, key: string): PlainDate[] => {
  const value = values[key]
  return Array.isArray(value) ? value : []
}
const titerIn = (values: CredentialValues, key: string) => {
  const on = dateIn(values, `${key}_on`)
  const result = values[`${key}_result`]
  return on && typeof result === 'string' && result !== '' ? { on, result } : null
}
const testIn = (values: CredentialValues, key: string) => {
  const [placed, read] = [dateIn(values, `${key}_placed_on`), dateIn(values, `${key}_read_on`)]
  const result = values[`${key}_result`]
  return placed && read && typeof result === 'string' && result !== '' ? { placed, read, result } : null
}

const since = (word: string, from: string | undefined): string =>
  from ? `, ${word} ${formatDate(from)}` : ''
const doses = (count = 1): string => `${count} more dose${count === 1 ? '' : 's'}`

/** What is missing of the evidence, and what to do next. */
export function gapInWords({ code, count, from, until }: Gap): string {
  switch (code) {
    case 'date_missing':
      return 'Add the date of the document.'
    case 'dose_missing':
      return `${doses(count)} needed${since('from', from)}.`
    case 'booster_missing':
      return `After this titer, ${doses(count)} needed${since('from', from)}.`
    case 'titer_missing':
      return `Add a titer${since('from', from)}.`
    case 'titer_negative':
      return 'The titer is negative. Another dose is needed.'
    case 'declination_missing':
      return 'Two full series and no positive titer: add the signed declination.'
    case 'tdap_missing':
      return 'Add a Tdap. A Td counts only after one.'
    case 'second_step_missing':
      return `Place the second skin test from ${formatDate(from!)} to ${formatDate(until!)}.`
    case 'steps_apart':
      return `The second skin test counts if it is placed from ${formatDate(from!)} to ${formatDate(until!)}. Start over, or have a blood test.`
    case 'reading_window':
      return 'A skin test is read 2 or 3 days after it is placed. Repeat it, or have a blood test.'
    case 'test_missing':
      return 'Add a two-step skin test or a blood test.'
    case 'film_missing':
      return 'After a positive test, add a chest X-ray of the last 5 years.'
    case 'film_old':
      return `The chest X-ray counted until ${formatDate(from!)}. Add a newer one.`
    case 'symptom_form_missing':
      return 'Add this year’s symptom form.'
    case 'result_review':
      return 'The result needs a look by your school.'
    case 'result_fail':
      return 'The result was not passed. Your school will contact you.'
    case 'not_attested':
      return 'Check the box to confirm.'
  }
}

/** Whom a requirement is asked for: a person in a program and cohorts, and where a shift takes them on which days. */
export type RequirementFacts = {
  role: 'student' | 'proctor'
  school_id: string
  program_id: string | null
  level: string | null
  cohort_ids: readonly string[]
  /** The unit, its site and its organization; none where no shift is looked at. */
  facility_ids: readonly string[]
  first: PlainDate
  last: PlainDate
}

/**
 * The requirements in force for a person on the days of a shift: the union over school, program, cohort, organization, site, unit and
 * agreement (domain §2.8).
 */
export function requirementsFor<Row extends Requirement>(
  rows: readonly Row[],
  facts: RequirementFacts,
): Row[] {
  const scopes = new Set([facts.school_id, facts.program_id, ...facts.cohort_ids, ...facts.facility_ids])
  return rows.filter(
    (row) =>
      row.status === 'active' &&
      (row.scope_kind === 'agreement' ? isWithinAgreement(row, facts) : scopes.has(row.scope_id)) &&
      (row.applies_to === 'both' || row.applies_to === facts.role) &&
      (row.levels.length === 0 || row.levels.some((level) => level === facts.level)) &&
      row.active_from <= facts.last &&
      (row.active_to === null || row.active_to >= facts.first),
  )
}

/** Who a type's form lets people choose as the provider; none where it does not ask. */
export const providersOf = (type: Pick<TypeFields, 'fields'>): readonly string[] =>
  type.fields.find(({ key, kind }) => key === 'provider' && kind === 'choice')?.options ?? []

/** What keeps a requirement from accepting these providers alone, or null: no one could send one that the form does not offer. */
export const providersBlocker = (type: Pick<TypeFields, 'fields'>, providers: readonly string[]) =>
  providers.every((each) => providersOf(type).includes(each))
    ? null
    : refusal('credential_requirement.unknown_provider')

/** What keeps a requirement from being kept as a draft, or null: what is required, or was, does not go back to one (domain §2.8). */
export const draftBlocker = (known: Requirement['status'] | undefined, isDraft: boolean) =>
  isDraft && known !== undefined && known !== 'draft' ? refusal('credential_requirement.in_use') : null

/** Does an agreement concern this person at this facility: its school and organization, and one of its sites and programs, if it names any? */
function isWithinAgreement(
  { school_id: school, facility_id: facility, reach }: Requirement,
  facts: RequirementFacts,
) {
  const { site_ids: sites = [], program_ids: programs = [] } = reach ?? {}
  return (
    school === facts.school_id &&
    facility !== null &&
    facts.facility_ids.includes(facility) &&
    (sites.length === 0 || sites.some((id) => facts.facility_ids.includes(id))) &&
    (programs.length === 0 || programs.some((id) => id === facts.program_id))
  )
}

/** What keeps a type from being added, or null: a facility knows no people by itself, and looks nothing up about them. */
export const typeBlocker = ({ evidence }: Pick<TypeFields, 'evidence'>, isFacility: boolean) =>
  evidence === 'external_check' && isFacility ? refusal('credential_type.schools_check') : null

/** Whose rule it is, as people read it in a sentence. */
export function scopeInWords({
  scope_kind: kind,
  scope_name: name,
}: Pick<Requirement, 'scope_kind' | 'scope_name'>): string {
  return kind === 'agreement' ? `the agreement with ${name}` : name
}

/** When it is due: on its date, or so many weeks before the first shift. Null: before the first shift. */
export function dueDate(
  { due_date: date, due_weeks: weeks }: Pick<Requirement, 'due_date' | 'due_weeks'>,
  firstShift: PlainDate,
): PlainDate | null {
  return date ?? (weeks === null ? null : addDays(firstShift, -7 * weeks))
}

/** A field as a form shows it: those of the rule of the evidence, then those that the type adds. */
export type FormField = Omit<TypeField, 'kind' | 'options'> & {
  kind: TypeField['kind'] | 'dates'
  options: readonly { value: string; label: string }[]
  help?: string
}

const field = (
  key: string,
  label: string,
  kind: FormField['kind'],
  more: Partial<FormField> = {},
): FormField => ({
  key,
  label,
  kind,
  options: [],
  is_required: false,
  ...more,
})
const titerResults = [
  { value: 'positive', label: 'Positive (immune)' },
  { value: 'equivocal', label: 'Equivocal' },
  { value: 'negative', label: 'Negative' },
]
const testResults = [
  { value: 'negative', label: 'Negative' },
  { value: 'positive', label: 'Positive' },
]

/** The fields of the form for a type: what its rule needs, then what its owner adds. */
export function formFields({
  evidence,
  validity,
  fields,
}: Pick<TypeFields, 'evidence' | 'validity' | 'fields'>): FormField[] {
  const stated =
    validity.rule === 'stated_date'
      ? [
          field('stated_on', 'Valid until', 'date', {
            is_required: true,
            help: 'The end date on the document.',
          }),
        ]
      : []
  const own = fields.map(({ options, ...rest }): FormField => ({
    ...rest,
    options: options.map((option) => ({ value: option, label: option })),
  }))
  return [...ruleFields[evidence], ...stated, ...own]
}

const issued = field('issued_on', 'Date issued', 'date', { is_required: true })
const ruleFields: Record<TypeFields['evidence'], readonly FormField[]> = {
  document: [issued],
  attestation: [
    { ...issued, label: 'Date signed' },
    field('agreed', 'I confirm that this is true', 'yes_no', { is_required: true }),
  ],
  result: [
    { ...issued, label: 'Date of the report' },
    field('result', 'Result', 'choice', {
      is_required: true,
      options: [
        { value: 'clear', label: 'Clear' },
        { value: 'review', label: 'Needs review' },
        { value: 'fail', label: 'Not passed' },
      ],
    }),
  ],
  external_check: [
    { ...issued, label: 'Date checked' },
    field('checked_with', 'Checked with', 'text', {
      is_required: true,
      help: 'Such as Nursys, or the OIG and SAM exclusion lists.',
    }),
  ],
  series: [
    field('doses', 'Dates of your doses', 'dates'),
    field('titer_on', 'Titer (blood test) date', 'date'),
    field('titer_result', 'Titer result', 'choice', { options: titerResults }),
  ],
  hepatitis_b: [
    field('doses', 'Dates of your doses', 'dates'),
    field('is_two_dose', 'I had the two-dose vaccine', 'yes_no'),
    field('titer_on', 'Titer (anti-HBs) date', 'date', { help: '1 to 2 months after the last dose.' }),
    field('titer_result', 'Titer result', 'choice', { options: titerResults }),
    field('first_titer_on', 'Earlier titer, if you had a second series', 'date'),
    field('first_titer_result', 'Earlier titer result', 'choice', { options: titerResults }),
    field('history_on', 'Past infection, documented on', 'date'),
    field('declination_on', 'Non-responder declination signed on', 'date'),
  ],
  tuberculosis: [
    field('first_placed_on', 'Skin test placed', 'date'),
    field('first_read_on', 'Skin test read', 'date', { help: '2 or 3 days after it was placed.' }),
    field('first_result', 'Skin test result', 'choice', { options: testResults }),
    field('second_placed_on', 'Second skin test placed', 'date', { help: '7 to 21 days after the first.' }),
    field('second_read_on', 'Second skin test read', 'date'),
    field('second_result', 'Second skin test result', 'choice', { options: testResults }),
    field('blood_on', 'Blood test (IGRA) date', 'date'),
    field('blood_result', 'Blood test result', 'choice', {
      options: [...testResults, { value: 'indeterminate', label: 'Indeterminate' }],
    }),
    field('had_two_step', 'My two-step test or a blood test is on file already', 'yes_no'),
    field('was_positive', 'I have tested positive before', 'yes_no'),
    field('film_on', 'Chest X-ray date', 'date', { help: 'At most 5 years old.' }),
    field('film_result', 'Chest X-ray result', 'choice', {
      options: [
        { value: 'normal', label: 'Normal' },
        { value: 'abnormal', label: 'Abnormal' },
      ],
    }),
    field('symptom_form_on', 'Symptom form signed', 'date'),
  ],
  tdap: [
    field('tdap_on', 'Tdap date', 'date', { is_required: true }),
    field('td_on', 'Later Td date', 'date'),
  ],
}

/** Two doses four weeks apart, or a titer (domain §2.8); one more after an equivocal titer, two after a negative one. */
const MMR_SERIES: SeriesRule = {
  doses: 2,
  min_interval_days: 28,
  accepts_titer: true,
  doses_after_equivocal: 1,
  doses_after_negative: 2,
}
const md = (month: number, day: number): MonthDay => ({ month, day })

/** Flu by the season of most schools (domain §2.0): from August 1, due October 20, without effect from May 1 on. */
export const FLU_BY_SEASON: Validity = { rule: 'season', start: md(8, 1), due: md(10, 20), end: md(4, 30) }
/** Flu by a fixed day (domain §2.0, Clinical Placements Northwest): lapses on October 1; a dose from August 1 on, a year later. */
export const FLU_BY_ROLLOVER: Validity = { rule: 'calendar_rollover', rollover: md(10, 1), from: md(8, 1) }

type Shipped = Pick<TypeFields, 'code' | 'name' | 'category' | 'validity'> & Partial<TypeFields>
const months = (count: number): Validity => ({ rule: 'fixed_months', months: count, end_of_month: false })

/** The types that the product ships (domain §2.8). Each start adds those that are not there; a superadmin changes them. */
export const shippedTypes: readonly Shipped[] = [
  {
    code: 'BLS',
    name: 'BLS certification',
    category: 'certification',
    validity: { rule: 'fixed_months', months: 24, end_of_month: true },
    instructions: 'American Heart Association, provider level: front and back of the card, or the eCard.',
    fields: [
      {
        key: 'provider',
        label: 'Provider',
        kind: 'choice',
        options: ['American Heart Association', 'American Red Cross', 'Other'],
        is_required: true,
      },
    ],
  },
  {
    code: 'TB',
    name: 'Tuberculosis screening',
    category: 'screening',
    evidence: 'tuberculosis',
    validity: months(12),
    conditional_days: 30,
    instructions:
      'A two-step skin test with 7 to 21 days between the placements, or a blood test (IGRA). After a positive test: a chest X-ray of at most 5 years and the symptom form of this year.',
  },
  {
    code: 'FLU',
    name: 'Influenza vaccine',
    category: 'immunization',
    validity: FLU_BY_SEASON,
    instructions: 'This season’s flu shot: from August 1, by October 20.',
    fields: [
      {
        key: 'vaccine',
        label: 'Vaccine (CVX)',
        kind: 'choice',
        options: [
          '140 Influenza, seasonal, injectable, preservative free',
          '141 Influenza, seasonal, injectable',
          '149 Influenza, live, intranasal, quadrivalent',
          '150 Influenza, injectable, quadrivalent, preservative free',
          '158 Influenza, injectable, quadrivalent',
          'Other',
        ],
        is_required: false,
      },
    ],
  },
  {
    code: 'HEPB',
    name: 'Hepatitis B immunity',
    category: 'immunization',
    evidence: 'hepatitis_b',
    validity: { rule: 'one_time' },
    conditional_days: 30,
    instructions:
      'The series with a positive titer (anti-HBs), or the titer alone. Not done yet? Upload what you have.',
  },
  {
    code: 'MMR',
    name: 'Measles, mumps, rubella',
    category: 'immunization',
    evidence: 'series',
    series: MMR_SERIES,
    validity: { rule: 'one_time' },
    conditional_days: 30,
    instructions: 'Two doses at least 28 days apart, or a positive titer.',
  },
  {
    code: 'VAR',
    name: 'Varicella (chickenpox)',
    category: 'immunization',
    evidence: 'series',
    series: MMR_SERIES,
    validity: { rule: 'one_time' },
    conditional_days: 30,
    instructions: 'Two doses at least 28 days apart, or a positive titer. Having had it is not enough.',
  },
  {
    code: 'TDAP',
    name: 'Tetanus, diphtheria, pertussis',
    category: 'immunization',
    evidence: 'tdap',
    validity: months(120),
    instructions: 'One Tdap; after it, a Td within 10 years counts.',
  },
  { code: 'COVID', name: 'COVID-19 vaccine', category: 'immunization', validity: { rule: 'one_time' } },
  {
    code: 'BGC',
    name: 'Background check',
    category: 'background',
    evidence: 'result',
    validity: { rule: 'one_time' },
    is_restricted: true,
    allows_waiver: false,
  },
  {
    code: 'DRUG',
    name: 'Drug screen',
    category: 'background',
    evidence: 'result',
    validity: { rule: 'through_term' },
    is_restricted: true,
    allows_waiver: false,
    fields: [
      {
        key: 'chain_of_custody',
        label: 'Chain of custody number',
        kind: 'text',
        options: [],
        is_required: true,
      },
    ],
  },
  {
    code: 'EXCL',
    name: 'Exclusion list check (OIG and SAM)',
    category: 'background',
    evidence: 'external_check',
    validity: months(12),
    needs_file: false,
    instructions: 'Your school checks your name on the federal exclusion lists.',
  },
  { code: 'LIAB', name: 'Liability insurance', category: 'insurance', validity: { rule: 'stated_date' } },
  { code: 'HIPAA', name: 'HIPAA training', category: 'training', validity: months(12) },
  { code: 'OSHA', name: 'OSHA bloodborne pathogens', category: 'training', validity: months(12) },
  {
    code: 'FIT',
    name: 'Respirator fit test',
    category: 'screening',
    validity: months(12),
    fields: [{ key: 'model', label: 'Respirator model', kind: 'text', options: [], is_required: true }],
  },
  { code: 'FITMED', name: 'Respirator medical clearance', category: 'screening', validity: months(12) },
  { code: 'PHYS', name: 'Physical exam', category: 'document', validity: months(12), grace_days: 0 },
  { code: 'LICENSE', name: 'Nursing license', category: 'license', validity: { rule: 'stated_date' } },
  {
    code: 'SITE_ORIENT',
    name: 'Site orientation',
    category: 'site_orientation',
    evidence: 'attestation',
    validity: months(12),
    needs_file: false,
  },
]

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monthDayInWords = ({ month, day }: MonthDay): string => `${MONTHS[month - 1]} ${day}`

/** A day of a month that has it, or the month's last. */
function dayOf(year: number, month: number, day: number): PlainDate {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0')
  return `${pad(year, 4)}-${pad(month)}-${pad(Math.min(day, length))}`
}
const yearOf = (date: PlainDate): number => Number(date.slice(0, 4))
const lastOfMonth = (date: PlainDate): PlainDate => dayOf(yearOf(date), Number(date.slice(5, 7)), 31)
const inYear = ({ month, day }: MonthDay, year: number): PlainDate => dayOf(year, month, day)
/** The first such day of a year from the date on, the date included. */
function firstFrom(when: MonthDay, date: PlainDate): PlainDate {
  const same = inYear(when, yearOf(date))
  return same >= date ? same : inYear(when, yearOf(date) + 1)
}
const firstAfter = (when: MonthDay, date: PlainDate): PlainDate => firstFrom(when, addDays(date, 1))
/** The last such day of a year until the date, the date included. */
function lastUntil(when: MonthDay, date: PlainDate): PlainDate {
  const same = inYear(when, yearOf(date))
  return same <= date ? same : inYear(when, yearOf(date) - 1)
}
