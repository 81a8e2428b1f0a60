import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { category, type CredentialValues, evidenceKind, typeFields, type Validity } from './contract.ts'
import {
  addMonths,
  draftBlocker,
  countDoses,
  FLU_BY_ROLLOVER,
  FLU_BY_SEASON,
  formFields,
  isRequiredOn,
  evaluateEvidence,
  lastDayOf,
  providersBlocker,
  providersOf,
  builtInTypes,
  strictest,
  validityInWords,
} from './rules.ts'

const day = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2015-01-01', days))
const months = (count: number, end_of_month = false): Validity => ({
  rule: 'fixed_months',
  months: count,
  end_of_month,
})

test.each([
  ['2026-03-15', 24, '2028-03-15'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2023-01-31', 1, '2023-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
])('%s and %d months is %s', (from, count, to) => expect(addMonths(from, count)).toBe(to))

describe('accepted providers', () => {
  const bls = builtInTypes.find(({ code }) => code === 'BLS')!
  const none = { fields: [] }

  it('are those that the type’s form offers', () => {
    expect(providersOf({ fields: bls.fields! })).toContain('American Heart Association')
    expect(providersOf(none)).toEqual([])
  })
  test.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [['American Heart Association', 'American Red Cross'], undefined],
    [['American Heart Association', 'Someone'], 'credential_requirement.unknown_provider'],
  ])('%j for BLS', (providers, code) =>
    expect(providersBlocker({ fields: bls.fields! }, providers)?.code).toBe(code),
  )
  it('cannot be set for a type that does not ask for one', () =>
    expect(providersBlocker(none, ['American Heart Association'])?.code).toBe(
      'credential_requirement.unknown_provider',
    ))
})

// Each case: what is valid until when, and which source says so.
describe('a credential is valid until', () => {
  test.each<[string, Validity, PlainDate, PlainDate | 'endless' | 'unknown', object?]>([
    ['24 months: BLS, domain §2.0 [P1][D1]', months(24), '2025-03-15', '2027-03-15'],
    ['24 months, end of month: AHA cards, domain §2.8', months(24, true), '2025-03-15', '2027-03-31'],
    ['end of month in February of a leap year', months(12, true), '2027-02-03', '2028-02-29'],
    ['12 months: physical, domain §2.0 [D1][D2]', months(12), '2025-08-20', '2026-08-20'],
    ['120 months: Tdap, domain §2.0 [P1]', months(120), '2016-02-29', '2026-02-28'],
    ['flu, CPNW: from Aug 1 on, Oct 1 of next year [P1]', FLU_BY_ROLLOVER, '2025-08-01', '2026-09-30'],
    ['flu, CPNW: before Aug 1, Oct 1 of this year [P1]', FLU_BY_ROLLOVER, '2025-07-31', '2025-09-30'],
    ['flu, CPNW: in November, Oct 1 of next year [P1]', FLU_BY_ROLLOVER, '2025-11-05', '2026-09-30'],
    ['flu, CPNW: in January, Oct 1 of this year [P1]', FLU_BY_ROLLOVER, '2026-01-20', '2026-09-30'],
    ['flu, CPNW: on the rollover day itself [P1]', FLU_BY_ROLLOVER, '2025-10-01', '2026-09-30'],
    ['flu, Sonoma: from Aug 1, to Apr 30 [D1]', FLU_BY_SEASON, '2025-08-01', '2026-04-30'],
    ['flu, Sonoma: in February, to Apr 30 [D1]', FLU_BY_SEASON, '2026-02-10', '2026-04-30'],
    ['flu, Sonoma: in June, of no season [D1]', FLU_BY_SEASON, '2025-06-10', '2025-06-10'],
    ['one time: MMR, domain §2.8', { rule: 'one_time' }, '2001-05-01', 'endless'],
    [
      'the semester: DRUG, domain §2.8',
      { rule: 'through_term' },
      '2025-08-20',
      '2025-12-12',
      { termEnd: '2025-12-12' },
    ],
    ['a semester that is not known', { rule: 'through_term' }, '2025-08-20', 'unknown'],
    [
      'the date on it: LIAB, domain §2.8',
      { rule: 'stated_date' },
      '2025-08-20',
      '2026-07-31',
      { stated: '2026-07-31' },
    ],
    ['a date that nobody wrote down', { rule: 'stated_date' }, '2025-08-20', 'unknown'],
  ])('%s', (_, rule, issued, last, facts = {}) => expect(lastDayOf(rule, issued, facts)).toBe(last))
})

// Sonoma [D1]: earliest Aug 1, due Oct 20, no effect on standing from May 1 to Oct 20.
test.each([
  ['2025-10-20', false],
  ['2025-10-21', true],
  ['2026-01-01', true],
  ['2026-04-30', true],
  ['2026-05-01', false],
  ['2026-08-01', false],
])('on %s a flu shot of the season is required: %s', (on, asked) =>
  expect(isRequiredOn(FLU_BY_SEASON, on)).toBe(asked),
)

// Wake [M8]: only for rotations in season, October to March.
test.each([
  ['2025-09-30', false],
  ['2025-10-01', true],
  ['2026-03-31', true],
  ['2026-04-01', false],
])('on %s a flu shot for October to March is required: %s', (on, asked) => {
  const rule: Validity = {
    rule: 'season',
    start: { month: 8, day: 1 },
    due: { month: 9, day: 30 },
    end: { month: 3, day: 31 },
  }
  expect(isRequiredOn(rule, on)).toBe(asked)
})

const rules = fc.constantFrom<Validity>(months(12), months(24, true), FLU_BY_ROLLOVER, FLU_BY_SEASON)

it('never expires before it was issued, nor later for an earlier date', () => {
  fc.assert(
    fc.property(rules, day, fc.integer({ min: 0, max: 800 }), (rule, issued, later) => {
      const last = lastDayOf(rule, issued)
      expect(last >= issued).toBe(true)
      expect(lastDayOf(rule, addDays(issued, later)) >= last).toBe(true)
    }),
  )
})

it('requires a flu shot on no day of a season that a shot at its start does not cover', () => {
  fc.assert(
    fc.property(day, (on) => {
      fc.pre(isRequiredOn(FLU_BY_SEASON, on))
      const start = on.slice(5) >= '08-01' ? `${on.slice(0, 4)}-08-01` : `${Number(on.slice(0, 4)) - 1}-08-01`
      expect(lastDayOf(FLU_BY_SEASON, start) >= on).toBe(true)
    }),
  )
})

it('uses the strictest of several last days', () => {
  const last = fc.oneof(day, fc.constantFrom('endless' as const, 'unknown' as const))
  fc.assert(
    fc.property(fc.array(last), last, (days, more) => {
      const [before, after] = [strictest(days), strictest([...days, more])]
      const rank = (each: string): string => (each === 'unknown' ? '' : each === 'endless' ? '9999-99' : each)
      expect(rank(after) <= rank(before)).toBe(true)
      expect([...days, more, 'endless']).toContain(after)
    }),
  )
})

const mmr = { evidence: 'series', series: builtInTypes.find(({ code }) => code === 'MMR')!.series! } as const
const hepb = { evidence: 'hepatitis_b', series: null } as const
const tb = { evidence: 'tuberculosis', series: null } as const
const tdap = { evidence: 'tdap', series: null } as const
const result = { evidence: 'result', series: null } as const
const threeDoses = ['2024-01-10', '2024-02-10', '2024-07-10']
const secondSeries = ['2024-10-01', '2024-11-01', '2025-04-01']

type Case = [string, Parameters<typeof evaluateEvidence>[0], CredentialValues, string]
const verdict = (...[type, values]: Parameters<typeof evaluateEvidence>): string => {
  const judged = evaluateEvidence(type, values)
  if (judged.status === 'complete')
    return `complete by ${judged.path} on ${judged.issued_on}${judged.last_day === 'endless' ? '' : ` until ${judged.last_day}`}`
  const { code, count, from, until } = judged.gap
  return [judged.status, judged.path, code, count, from, until].filter((part) => part !== undefined).join(' ')
}

// Each case with its source: domain §2.0 and §2.8, or the CDC's recommendation behind it.
describe('vaccines and screenings', () => {
  test.each<Case>([
    [
      'two doses 28 days apart, §2.8',
      mmr,
      { doses: ['2024-01-01', '2024-01-29'] },
      'complete by series on 2024-01-29',
    ],
    ['in any order', mmr, { doses: ['2024-01-29', '2024-01-01'] }, 'complete by series on 2024-01-29'],
    [
      '27 days are too few: 28 after the one that did not count, ACIP',
      mmr,
      { doses: ['2024-01-01', '2024-01-28'] },
      'in_progress series dose_missing 1 2024-02-25',
    ],
    ['one dose, §2.8', mmr, { doses: ['2024-01-01'] }, 'in_progress series dose_missing 1 2024-01-29'],
    ['no dose', mmr, {}, 'incomplete series dose_missing 2'],
    [
      'a positive titer alone, §2.0',
      mmr,
      { titer_on: '2024-05-01', titer_result: 'positive' },
      'complete by titer on 2024-05-01',
    ],
    [
      'a negative titer: two more, §2.8',
      mmr,
      { doses: ['2020-01-01', '2020-02-01'], titer_on: '2024-05-01', titer_result: 'negative' },
      'incomplete booster booster_missing 2',
    ],
    [
      'one of two after a negative titer',
      mmr,
      { doses: ['2024-06-01'], titer_on: '2024-05-01', titer_result: 'negative' },
      'in_progress booster booster_missing 1 2024-06-29',
    ],
    [
      'an equivocal titer: one more, §1.6 [D3]',
      mmr,
      { doses: ['2020-01-01', '2024-06-01'], titer_on: '2024-05-01', titer_result: 'equivocal' },
      'complete by booster on 2024-06-01',
    ],
    ['a titer without a date is none', mmr, { titer_result: 'positive' }, 'incomplete series dose_missing 2'],

    [
      'series and titer, §2.8',
      hepb,
      { doses: threeDoses, titer_on: '2024-09-01', titer_result: 'positive' },
      'complete by titer on 2024-09-01',
    ],
    [
      'titer only, §2.8',
      hepb,
      { titer_on: '2024-09-01', titer_result: 'positive' },
      'complete by titer on 2024-09-01',
    ],
    [
      'in series, §2.8',
      hepb,
      { doses: threeDoses.slice(0, 2) },
      'in_progress series dose_missing 1 2024-05-01',
    ],
    [
      'the titer comes 1 month after the last dose, CDC',
      hepb,
      { doses: threeDoses },
      'in_progress series titer_missing 2024-08-07',
    ],
    [
      'the third dose 16 weeks after the first, ACIP',
      hepb,
      { doses: ['2024-01-01', '2024-01-29', '2024-03-25'] },
      'in_progress series dose_missing 1 2024-05-20',
    ],
    [
      'the two-dose vaccine, ACIP',
      hepb,
      { doses: ['2024-01-01', '2024-01-29'], is_two_dose: true },
      'in_progress series titer_missing 2024-02-26',
    ],
    ['history, §2.8', hepb, { history_on: '2019-03-01' }, 'complete by history on 2019-03-01'],
    [
      'a negative titer: a second series, CDC',
      hepb,
      { doses: threeDoses, titer_on: '2024-09-01', titer_result: 'negative' },
      'in_progress second_series booster_missing 3',
    ],
    [
      'after the second series a second titer, CDC',
      hepb,
      {
        doses: [...threeDoses, ...secondSeries],
        first_titer_on: '2024-09-01',
        first_titer_result: 'negative',
      },
      'in_progress second_series titer_missing 2025-04-29',
    ],
    [
      'a non-responder signs a declination, §2.8',
      hepb,
      {
        doses: [...threeDoses, ...secondSeries],
        first_titer_on: '2024-09-01',
        first_titer_result: 'negative',
        titer_on: '2025-06-01',
        titer_result: 'negative',
      },
      'incomplete non_responder declination_missing',
    ],
    [
      'a non-responder with a declination, §2.8',
      hepb,
      {
        doses: [...threeDoses, ...secondSeries],
        first_titer_on: '2024-09-01',
        first_titer_result: 'negative',
        titer_on: '2025-06-01',
        titer_result: 'negative',
        declination_on: '2025-06-20',
      },
      'complete by non_responder on 2025-06-20',
    ],
    [
      'a declination alone is no way round, §2.8',
      hepb,
      { doses: threeDoses, titer_on: '2024-09-01', titer_result: 'negative', declination_on: '2024-09-02' },
      'in_progress second_series booster_missing 3',
    ],
    ['no dose', hepb, {}, 'incomplete series dose_missing 3'],

    [
      'two steps 7 days apart, §2.8',
      tb,
      {
        first_placed_on: '2026-08-01',
        first_read_on: '2026-08-03',
        first_result: 'negative',
        second_placed_on: '2026-08-08',
        second_read_on: '2026-08-11',
        second_result: 'negative',
      },
      'complete by two_step on 2026-08-11',
    ],
    [
      'two steps 22 days apart, §2.0 [P1]',
      tb,
      {
        first_placed_on: '2026-08-01',
        first_read_on: '2026-08-03',
        first_result: 'negative',
        second_placed_on: '2026-08-23',
        second_read_on: '2026-08-25',
        second_result: 'negative',
      },
      'incomplete two_step steps_apart 2026-08-08 2026-08-22',
    ],
    [
      'one step, §2.8',
      tb,
      { first_placed_on: '2026-08-01', first_read_on: '2026-08-03', first_result: 'negative' },
      'in_progress two_step second_step_missing 2026-08-08 2026-08-22',
    ],
    [
      'read after 4 days, CDC: 48 to 72 hours',
      tb,
      { first_placed_on: '2026-08-01', first_read_on: '2026-08-05', first_result: 'negative' },
      'incomplete two_step reading_window',
    ],
    [
      'blood test, §2.8',
      tb,
      { blood_on: '2026-08-01', blood_result: 'negative' },
      'complete by blood_test on 2026-08-01',
    ],
    [
      'indeterminate blood test, CDC: again',
      tb,
      { blood_on: '2026-08-01', blood_result: 'indeterminate' },
      'incomplete blood_test test_missing',
    ],
    [
      'a year later one test, §2.0',
      tb,
      {
        had_two_step: true,
        first_placed_on: '2026-08-01',
        first_read_on: '2026-08-03',
        first_result: 'negative',
      },
      'complete by annual on 2026-08-03',
    ],
    [
      'a year later the symptom form, §2.0',
      tb,
      { had_two_step: true, symptom_form_on: '2026-08-03' },
      'complete by annual on 2026-08-03',
    ],
    [
      'the symptom form alone is not enough the first time, §2.0',
      tb,
      { symptom_form_on: '2026-08-03' },
      'incomplete two_step test_missing',
    ],
    [
      'positive without a film, §2.8',
      tb,
      { blood_on: '2026-08-01', blood_result: 'positive' },
      'incomplete positive film_missing',
    ],
    [
      'positive with film and form, §2.8',
      tb,
      { was_positive: true, film_on: '2024-05-05', film_result: 'normal', symptom_form_on: '2026-08-01' },
      'complete by positive on 2026-08-01 until 2029-05-05',
    ],
    [
      'positive, without this year’s form, §2.8',
      tb,
      { was_positive: true, film_on: '2024-05-05', film_result: 'normal' },
      'incomplete positive symptom_form_missing',
    ],
    [
      'positive, film older than 5 years, §2.0',
      tb,
      { was_positive: true, film_on: '2020-05-05', film_result: 'normal', symptom_form_on: '2026-08-01' },
      'incomplete positive film_old 2025-05-05',
    ],
    [
      'positive, abnormal film',
      tb,
      { was_positive: true, film_on: '2026-05-05', film_result: 'abnormal', symptom_form_on: '2026-08-01' },
      'incomplete positive result_review',
    ],
    [
      'a positive first step, whatever the second says',
      tb,
      {
        first_placed_on: '2026-08-01',
        first_read_on: '2026-08-03',
        first_result: 'positive',
        blood_on: '2026-08-20',
        blood_result: 'negative',
      },
      'incomplete positive film_missing',
    ],

    ['Tdap, §2.0', tdap, { tdap_on: '2018-05-01' }, 'complete by tdap on 2018-05-01'],
    [
      'a Td after one Tdap, §2.8',
      tdap,
      { tdap_on: '2010-05-01', td_on: '2020-06-01' },
      'complete by td on 2020-06-01',
    ],
    [
      'a Td before the Tdap',
      tdap,
      { tdap_on: '2018-05-01', td_on: '2010-06-01' },
      'complete by tdap on 2018-05-01',
    ],
    ['a Td without a Tdap, §2.8', tdap, { td_on: '2020-06-01' }, 'incomplete tdap tdap_missing'],

    [
      'a clear result, §2.8',
      result,
      { issued_on: '2026-01-05', result: 'clear' },
      'complete by result on 2026-01-05',
    ],
    [
      'a result to be looked at',
      result,
      { issued_on: '2026-01-05', result: 'review' },
      'incomplete result result_review',
    ],
    [
      'a result that is not passed',
      result,
      { issued_on: '2026-01-05', result: 'fail' },
      'incomplete result result_fail',
    ],
    ['no result', result, { issued_on: '2026-01-05' }, 'incomplete result result_review'],

    [
      'a statement that was not confirmed',
      { evidence: 'attestation', series: null },
      { issued_on: '2026-01-05', agreed: false },
      'incomplete statement not_attested',
    ],
    [
      'a statement',
      { evidence: 'attestation', series: null },
      { issued_on: '2026-01-05', agreed: true },
      'complete by statement on 2026-01-05',
    ],
    [
      'a check by the school',
      { evidence: 'external_check', series: null },
      { issued_on: '2026-01-05', checked_with: 'Nursys' },
      'complete by check on 2026-01-05',
    ],
    [
      'a document without a date',
      { evidence: 'document', series: null },
      { issued_on: 'spring' },
      'incomplete document date_missing',
    ],
  ])('%s', (_, type, values, expected) => expect(verdict(type, values)).toBe(expected))

  it('counts only doses that keep their interval', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 6 }), fc.integer({ min: 1, max: 90 }), (dates, interval) => {
        const { counted, nextFrom } = countDoses(dates, [interval])
        counted.slice(1).forEach((date, at) => expect(date >= addDays(counted[at]!, interval)).toBe(true))
        expect(counted.every((date) => dates.includes(date))).toBe(true)
        const more = nextFrom ? [...dates, nextFrom] : dates
        expect(countDoses(more, [interval]).counted).toHaveLength(counted.length + (nextFrom ? 1 : 0))
        expect(countDoses(dates.toReversed(), [interval]).counted).toEqual(counted)
      }),
    )
  })
})

describe('the built-in types', () => {
  it.each(builtInTypes.map((type) => [type.code, type] as const))('%s fits the contract', (_, type) => {
    const whole = typeFields.parse({ evidence: 'document', ...type })
    expect(formFields(whole).length).toBeGreaterThan(0)
    expect(new Set(formFields(whole).map(({ key }) => key)).size).toBe(formFields(whole).length)
    expect(validityInWords(whole.validity)).not.toBe('')
  })

  it('use every category except those of other owners, and every kind of evidence', () => {
    const used = new Set(builtInTypes.map((type) => type.category))
    expect(category.options.filter((each) => !used.has(each))).toEqual(['attestation'])
    const kinds = new Set(builtInTypes.map(({ evidence = 'document' }) => evidence))
    expect([...kinds].toSorted()).toEqual(evidenceKind.options.toSorted())
  })
})

test.each([
  [months(24), '2 years'],
  [months(18, true), '18 months, to the end of the month'],
  [months(1), '1 month'],
  [FLU_BY_SEASON, 'By season: from Aug 1, due Oct 20, over Apr 30'],
  [FLU_BY_ROLLOVER, 'Until Oct 1; from Aug 1 on, for the year after'],
  [{ rule: 'stated_date' } as const, 'Until the date on the document'],
])('%j is shown as "%s"', (rule, words) => expect(validityInWords(rule)).toBe(words))

test.each([
  [undefined, true, null],
  ['draft', true, null],
  ['active', true, 'credential_requirement.in_use'],
  ['retired', true, 'credential_requirement.in_use'],
  ['active', false, null],
] as const)('a requirement that is %s can be saved as a draft (%s): %s', (known, isDraft, code) => {
  expect(draftBlocker(known, isDraft)?.code ?? null).toBe(code)
})
