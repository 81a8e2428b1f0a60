import { type PlainDate, addDays, comparePlainDates, diffDays, formatDate } from '#core/plain-date.ts'
import type { CredentialValues, SeriesRule, TypeFields } from '../contract.ts'
import { type LastDay, addMonths } from './validity.ts'

/** What is still missing from the evidence. */
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
  /** How many doses are missing. */
  count?: number
  /** From and until when the next one counts. */
  from?: PlainDate
  until?: PlainDate
}

/** What a document proves: by which path, from which day, until when at the latest; or what is missing. */
export type EvidenceResult =
  | { status: 'complete'; path: string; issued_on: PlainDate; last_day: LastDay }
  /** Started but not finished: may be conditionally approved if the type allows it. */
  | { status: 'in_progress'; path: string; gap: Gap }
  | { status: 'incomplete'; path: string; gap: Gap }

type Evidence = Pick<TypeFields, 'evidence' | 'series'>

/** Evaluates the answers by the rule of their type (domain §2.0 and §2.8). It fills in and warns; a reviewer decides. */
export function evaluateEvidence(type: Evidence, values: CredentialValues): EvidenceResult {
  switch (type.evidence) {
    case 'series':
      return evaluateSeries(type.series ?? MMR_SERIES, values)
    case 'hepatitis_b':
      return evaluateHepatitisB(values)
    case 'tuberculosis':
      return evaluateTuberculosis(values)
    case 'tdap':
      return evaluateTdap(values)
    case 'result':
      return evaluateResult(values)
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

/**
 * How many doses count: each at least its interval after the previous one,
 * counted or not (CDC ACIP, best practices: timing of vaccines).
 */
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

/** Two doses four weeks apart, or a titer (domain §2.8); one more after an equivocal titer, two after a negative one. */
export const MMR_SERIES: SeriesRule = {
  doses: 2,
  min_interval_days: 28,
  accepts_titer: true,
  doses_after_equivocal: 1,
  doses_after_negative: 2,
}

/** A series with its minimum interval, or a positive titer; after another titer, more doses (domain §2.8, MMR and VAR). */
function evaluateSeries(rule: SeriesRule, values: CredentialValues): EvidenceResult {
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

/** Three doses at least 4 and 8 weeks apart and 16 weeks in all, or two of the two-dose vaccine 4 weeks apart (CDC, ACIP hepatitis B). */
const HEPATITIS_B = { three: [28, 56], two: [28], firstToLast: 112 } as const

/** Hepatitis B (domain §2.8): series with a positive titer, titer alone, history, in series, or non-responder with a declination. */
function evaluateHepatitisB(values: CredentialValues): EvidenceResult {
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
  // Without a positive titer after the first series, a second series and a second titer follow.
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

/**
 * Tuberculosis (domain §2.0, §2.8): two-step skin test or blood test; after a positive
 * one, a chest film from the last 5 years and this year's symptom form.
 */
function evaluateTuberculosis(values: CredentialValues): EvidenceResult {
  const [first, second] = [testIn(values, 'first'), testIn(values, 'second')]
  const blood = titerIn(values, 'blood')
  const wasPositive =
    values['was_positive'] === true ||
    [first?.result, second?.result, blood?.result].some((result) => result === 'positive')
  if (wasPositive) return evaluatePositiveTuberculosis(values)
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

function evaluatePositiveTuberculosis(values: CredentialValues): EvidenceResult {
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

/** One Tdap at any time; afterwards the latest of Tdap and Td counts (domain §2.8, TDAP). */
function evaluateTdap(values: CredentialValues): EvidenceResult {
  const tdap = dateIn(values, 'tdap_on')
  const td = dateIn(values, 'td_on')
  if (!tdap) return incomplete('tdap', { code: 'tdap_missing' })
  return td !== null && td > tdap ? complete('td', td) : complete('tdap', tdap)
}

/** A result of which only the class is stored: clear, needs review, or not passed (domain §2.8, BGC and DRUG). */
function evaluateResult(values: CredentialValues): EvidenceResult {
  if (values['result'] === 'fail') return incomplete('result', { code: 'result_fail' })
  if (values['result'] !== 'clear') return incomplete('result', { code: 'result_review' })
  return dated('result', values)
}

function dated(path: string, values: CredentialValues): EvidenceResult {
  const issued = dateIn(values, 'issued_on')
  return issued ? complete(path, issued) : incomplete(path, { code: 'date_missing' })
}

const complete = (path: string, issued: PlainDate): EvidenceResult => ({
  status: 'complete',
  path,
  issued_on: issued,
  last_day: 'endless',
})

const inProgress = (path: string, gap: Gap): EvidenceResult => ({ status: 'in_progress', path, gap })

const incomplete = (path: string, gap: Gap): EvidenceResult => ({ status: 'incomplete', path, gap })

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

/** What is missing from the evidence, and the next step. */
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
      return 'Your school needs to review the result.'
    case 'result_fail':
      return 'The result was not passed. Your school will contact you.'
    case 'not_attested':
      return 'Check the box to confirm.'
  }
}
