import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, eachDay, type PlainDate } from '#core/plain-date.ts'
import { refusalMessage } from '#core/refusal.ts'
import {
  FLU_BY_ROLLOVER,
  FLU_BY_SEASON,
  isRequiredOn,
  lastDayOf,
  requirementsFor,
  strictest,
} from '#features/credential-types/rules.ts'
import type { Validity } from '#features/credential-types/contract.ts'
import { type ClearanceItem, credentialStatus, reasonCode } from './contract.ts'
import { credentialRefusals } from './messages.ts'
import {
  alsoNotified,
  initialAnswers,
  approvalOf,
  becomeNotCleared,
  sharedDocumentBlocker,
  checkBlocker,
  briefOf,
  hasToSend,
  bulkBlocker,
  dateOfCell,
  fillsOf,
  matchRecordColumns,
  recordColumnsProblem,
  recordOf,
  recordsOf,
  isPrechecked,
  precheckOf,
  previewValidity,
  precheckWarnings,
  type RequirementWithRule,
  clearanceOf,
  conditionBlocker,
  credentialSteps,
  type Held,
  acceptsInWords,
  remindersDueToday,
  providerBlocker,
  dueLater,
  isConfirmedByReading,
  missingInWords,
  missingTypes,
  newIn,
  notClearedInWords,
  reasonLabels,
  reviewBlocker,
  seatStep,
  statusOn,
  nextStepOf,
  waiverBlocker,
  submissionBlocker,
  typesByNextStep,
  byDuty,
  worstByType,
  byUrgency,
  queuedFor,
} from './rules.ts'

const ask = (more: Partial<RequirementWithRule> = {}): RequirementWithRule => ({
  id: 'r1',
  type_id: 'bls',
  type_code: 'BLS',
  type_name: 'BLS',
  scope_kind: 'school',
  scope_id: 's',
  scope_name: 'Lakeshore',
  school_id: 's',
  facility_id: null,
  applies_to: 'student',
  levels: [],
  validity: null,
  is_mandatory: true,
  due_weeks: 3,
  due_date: null,
  active_from: '2020-01-01',
  active_to: null,
  status: 'active',
  instructions: '',
  type_validity: { rule: 'fixed_months', months: 24, end_of_month: false },
  grace_days: 0,
  type_category: 'certification',
  type_evidence: 'document',
  type_facility_id: null,
  ...more,
})
const has = (more: Partial<Held> = {}): Held => ({
  type_id: 'bls',
  status: 'approved',
  issued_on: '2025-01-10',
  expires_on: '2027-01-10',
  conditional_until: null,
  waived_until: null,
  waived_requirement_id: null,
  facility_id: null,
  submitted_at: '2025-01-11T10:00:00Z',
  ...more,
})
const fall = { first: '2026-09-07', last: '2026-12-07' }
const verdict = (asked: RequirementWithRule[], held: Held[], span = fall): string => {
  const { status, items } = clearanceOf(asked, held, span)
  return `${status}: ${items.map(({ state, gap_on: gap, next_step: next }) => [state, gap, next].filter(Boolean).join(' ')).join(', ')}`
}

describe('an agreement’s requirements', () => {
  const agreed = (reach: { site_ids: string[]; program_ids: string[] } = { site_ids: [], program_ids: [] }) =>
    ask({
      id: 'a1',
      scope_kind: 'agreement',
      scope_id: 'p',
      scope_name: 'Harborview',
      facility_id: 'org',
      reach,
    })
  const facts = {
    role: 'student' as const,
    school_id: 's',
    program_id: 'bsn',
    level: null,
    cohort_ids: [],
    facility_ids: ['unit', 'site', 'org'],
    ...fall,
  }
  const asks = (row: RequirementWithRule, more: Partial<typeof facts> = {}): boolean =>
    requirementsFor([row], { ...facts, ...more }).length > 0

  it('apply to its school’s students at its organization, limited to the sites and programs it names', () => {
    expect(asks(agreed())).toBe(true)
    expect(asks(agreed(), { school_id: 'another' })).toBe(false)
    expect(asks(agreed(), { facility_ids: ['elsewhere'] })).toBe(false)
    expect(asks(agreed(), { facility_ids: [] })).toBe(false)
    expect(asks(agreed({ site_ids: ['site'], program_ids: [] }))).toBe(true)
    expect(asks(agreed({ site_ids: ['another'], program_ids: [] }))).toBe(false)
    expect(asks(agreed({ site_ids: [], program_ids: ['bsn'] }))).toBe(true)
    expect(asks(agreed({ site_ids: [], program_ids: ['adn'] }))).toBe(false)
  })
  it('apply through their last day', () => {
    for (const made of [ask, agreed] as const) {
      expect(asks({ ...made(), active_to: '2026-09-06' })).toBe(false)
      expect(asks({ ...made(), active_to: '2026-09-07' })).toBe(true)
    }
  })
  it('name the agreement next to the school, and cannot be waived by the school', () => {
    const waived = has({ status: 'waived', issued_on: null, expires_on: null, waived_until: '2027-01-01' })
    expect(briefOf(clearanceOf([ask(), agreed()], [waived], fall), fall.first)).toEqual({
      status: 'not_cleared',
      missing: ['BLS missing, needed by Aug 17, 2026 (the agreement with Harborview; next: upload)'],
    })
  })
})

// Domain §2.8: issued on or before the first day, expires on or after the last day of
// the rotation; each unmet item says what, until when and the next step.
describe('clearance', () => {
  test.each<[string, RequirementWithRule[], Held[], string]>([
    ['covered to the last day', [ask()], [has()], 'cleared: covered none'],
    ['covered on its last day', [ask()], [has({ expires_on: '2026-12-07' })], 'cleared: covered none'],
    [
      'lapses before the last day',
      [ask()],
      [has({ expires_on: '2026-11-12' })],
      'not_cleared: lapses 2026-11-13 renew',
    ],
    [
      'over before the first day',
      [ask()],
      [has({ expires_on: '2026-09-06' })],
      'not_cleared: expired 2026-09-07 renew',
    ],
    [
      'issued during the rotation',
      [ask()],
      [has({ issued_on: '2026-09-08' })],
      'not_cleared: expired 2026-09-07 renew',
    ],
    [
      'required until the first day, and nothing sent',
      [ask({ active_to: '2026-09-07' })],
      [],
      'not_cleared: missing 2026-09-07 upload',
    ],
    [
      'required for as long as it is covered',
      [ask({ active_to: '2026-11-12' })],
      [has({ expires_on: '2026-11-12' })],
      'cleared: covered none',
    ],
    [
      'required a day longer than it is covered',
      [ask({ active_to: '2026-11-12' })],
      [has({ expires_on: '2026-11-11' })],
      'not_cleared: lapses 2026-11-12 renew',
    ],
    ['nothing sent', [ask()], [], 'not_cleared: missing 2026-09-07 upload'],
    ['another type sent', [ask()], [has({ type_id: 'tb' })], 'not_cleared: missing 2026-09-07 upload'],
    ['waits for review', [ask()], [has({ status: 'submitted' })], 'not_cleared: in_review 2026-09-07 wait'],
    ['rejected', [ask()], [has({ status: 'rejected' })], 'not_cleared: rejected 2026-09-07 retry'],
    ['revoked', [ask()], [has({ status: 'revoked' })], 'not_cleared: revoked 2026-09-07 retry'],
    [
      'a renewal that begins in time',
      [ask()],
      [has({ expires_on: '2026-11-12' }), has({ issued_on: '2026-11-10', expires_on: '2028-11-10' })],
      'cleared: covered none',
    ],
    [
      'a renewal that begins a day late',
      [ask()],
      [has({ expires_on: '2026-11-12' }), has({ issued_on: '2026-11-14', expires_on: '2028-11-14' })],
      'not_cleared: lapses 2026-11-13 renew',
    ],
    [
      'a renewal that waits',
      [ask()],
      [has({ expires_on: '2026-11-12' }), has({ status: 'in_review' })],
      'not_cleared: in_review 2026-11-13 wait',
    ],
    ['without an end', [ask()], [has({ expires_on: null })], 'cleared: covered none'],
    [
      'on a condition',
      [ask()],
      [has({ status: 'conditionally_approved', conditional_until: '2026-12-07' })],
      'cleared_with_condition: condition renew',
    ],
    [
      'a condition that ends too early',
      [ask()],
      [has({ status: 'conditionally_approved', conditional_until: '2026-10-01' })],
      'not_cleared: lapses 2026-10-02 renew',
    ],
    [
      'waived by the school',
      [ask()],
      [has({ status: 'waived', waived_until: '2026-12-31' })],
      'cleared_with_condition: condition renew',
    ],
    [
      'a school waives no rule of a facility',
      [ask({ school_id: null, facility_id: 'f' })],
      [has({ status: 'waived', waived_until: '2026-12-31' })],
      'not_cleared: missing 2026-09-07 upload',
    ],
    [
      'a waiver of one requirement is for no other',
      [ask(), ask({ id: 'r2', scope_kind: 'cohort', scope_name: 'Fall cohort' })],
      [has({ status: 'waived', waived_until: '2026-12-31', waived_requirement_id: 'r2' })],
      'not_cleared: missing 2026-09-07 upload, condition renew',
    ],
    [
      'a facility waives its own requirement, and nothing of the school’s',
      [ask(), ask({ id: 'r2', school_id: null, facility_id: 'f' })],
      [has({ status: 'waived', waived_until: '2026-12-31', waived_requirement_id: 'r2' })],
      'not_cleared: missing 2026-09-07 upload, condition renew',
    ],
    [
      'an orientation counts at its own site alone',
      [
        ask({ type_category: 'site_orientation', facility_id: 'harborview' }),
        ask({ id: 'r2', type_category: 'site_orientation', facility_id: 'mercy' }),
      ],
      [has({ facility_id: 'harborview' })],
      'not_cleared: covered none, missing 2026-09-07 upload',
    ],
    [
      'an orientation of before without a site counts at each',
      [ask({ type_category: 'site_orientation', facility_id: 'harborview' })],
      [has()],
      'cleared: covered none',
    ],
    [
      'days of grace are a condition',
      [ask({ grace_days: 30 })],
      [has({ expires_on: '2026-11-12' })],
      'cleared_with_condition: condition renew',
    ],
    [
      'the strictest validity wins',
      [ask(), ask({ id: 'r2', validity: { rule: 'fixed_months', months: 12, end_of_month: false } })],
      [has({ issued_on: '2025-10-01' })],
      'not_cleared: covered none, lapses 2026-10-02 renew',
    ],
    [
      'a looser rule changes nothing',
      [ask({ validity: { rule: 'one_time' } })],
      [has({ expires_on: '2026-11-12' })],
      'not_cleared: lapses 2026-11-13 renew',
    ],
    [
      'optional ones hinder nobody',
      [ask({ is_mandatory: false }), ask({ id: 'r2', type_id: 'tb' })],
      [has({ type_id: 'tb' })],
      'cleared: missing 2026-09-07 upload, covered none',
    ],
    ['nobody asks', [], [has()], 'unknown: '],
    [
      'asked for from a later day on',
      [ask({ active_from: '2026-12-01' })],
      [has({ issued_on: '2026-11-30' })],
      'cleared: covered none',
    ],
  ])('%s', (_, asked, held, expected) => expect(verdict(asked, held)).toBe(expected))

  test.each<[string, Validity, string, string]>([
    ['by season, shot in season', FLU_BY_SEASON, '2026-09-01', 'cleared: covered none'],
    ['by season, none: from October 21 on', FLU_BY_SEASON, '', 'not_cleared: missing 2026-10-21 upload'],
    [
      'by season, shot of the season before',
      FLU_BY_SEASON,
      '2025-10-01',
      'not_cleared: expired 2026-10-21 renew',
    ],
    [
      'by rollover, shot of the year before',
      FLU_BY_ROLLOVER,
      '2025-10-01',
      'not_cleared: lapses 2026-10-01 renew',
    ],
    ['by rollover, shot in August', FLU_BY_ROLLOVER, '2026-08-15', 'cleared: covered none'],
  ])('flu %s', (_, rule, shot, expected) => {
    const last = shot && lastDayOf(rule, shot)
    const held = shot ? [has({ issued_on: shot, expires_on: last })] : []
    expect(verdict([ask({ type_validity: rule })], held)).toBe(expected)
  })

  test('what is missing but not due yet is named with its date, which explains “cleared”', () => {
    const flu = ask({ type_name: 'Influenza vaccine', type_validity: FLU_BY_SEASON })
    const said = (asked: RequirementWithRule[], held: Held[], days = september) =>
      dueLater(clearanceOf(asked, held, days).items)
    expect(said([flu], [])).toBe('Not due yet: Influenza vaccine, by Oct 20, 2026.')
    expect(said([flu], [has({ status: 'submitted' })])).toBeNull()
    expect(said([ask({ ...flu, is_mandatory: false })], [])).toBeNull()
    // In the summer no date is set.
    expect(said([flu], [], june)).toBeNull()
  })

  const june = { first: '2026-06-01', last: '2026-06-30' }
  const september = { first: '2026-09-07', last: '2026-09-28' }
  test.each<[string, typeof june, Held[], string, string | null, string | null]>([
    ['in June, without a shot', june, [], 'cleared: not_due upload', null, null],
    ['in September, without a shot', september, [], 'cleared: not_due upload', '2026-10-20', null],
    [
      'in September, of the season before',
      september,
      [has({ issued_on: '2025-10-01', expires_on: '2026-04-30' })],
      'cleared: not_due upload',
      '2026-10-20',
      null,
    ],
    [
      'in September, sent',
      september,
      [has({ status: 'submitted' })],
      'cleared: in_review wait',
      '2026-10-20',
      null,
    ],
    [
      'in September, rejected',
      september,
      [has({ status: 'rejected' })],
      'cleared: rejected retry',
      '2026-10-20',
      null,
    ],
    [
      'in September, approved',
      september,
      [has({ issued_on: '2026-09-01', expires_on: '2027-04-30' })],
      'cleared: covered none',
      null,
      '2027-04-30',
    ],
  ])('flu %s is never shown as approved without a submission', (_, span, held, expected, due, to) => {
    const asked = [ask({ type_validity: FLU_BY_SEASON, due_weeks: null })]
    expect(verdict(asked, held, span)).toBe(expected)
    expect(clearanceOf(asked, held, span).items[0]).toMatchObject({
      due_on: due,
      covered_to: to,
      gap_on: null,
    })
  })

  const day = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2025-06-01', days))
  const rule = fc.constantFrom<Validity>(
    { rule: 'fixed_months', months: 12, end_of_month: false },
    FLU_BY_SEASON,
    FLU_BY_ROLLOVER,
    { rule: 'one_time' },
  )
  const held = fc
    .record({
      type_id: fc.constantFrom('bls', 'tb'),
      status: fc.constantFrom(...credentialStatus.options),
      issued_on: day,
      length: fc.integer({ min: 0, max: 500 }),
      until: day,
      waived_requirement_id: fc.constantFrom(null, 'r1', 'r2'),
      submitted_at: day,
    })
    .map(({ length, until, ...row }) =>
      has({
        ...row,
        expires_on: addDays(row.issued_on, length),
        conditional_until: until,
        waived_until: until,
      }),
    )
  const asked = fc
    .record({
      type_id: fc.constantFrom('bls', 'tb'),
      rule,
      own: fc.option(rule),
      is_mandatory: fc.boolean(),
      grace_days: fc.constantFrom(0, 10),
    })
    .map(({ rule: typeRule, own, ...row }) => ask({ ...row, type_validity: typeRule, validity: own }))
  const span = fc
    .tuple(day, fc.integer({ min: 0, max: 120 }))
    .map(([first, days]) => ({ first, last: addDays(first, days) }))

  it('is never granted for a day on which a required item has lapsed', () => {
    fc.assert(
      fc.property(
        fc.array(asked, { minLength: 1, maxLength: 4 }),
        fc.array(held, { maxLength: 5 }),
        span,
        (asks, helds, days) => {
          fc.pre(clearanceOf(asks, helds, days).status === 'cleared')
          // Computed here day by day: an approved, current one, by its own last day and by the rule of those who require it.
          for (const one of asks.filter(({ is_mandatory: isMandatory }) => isMandatory))
            for (const on of eachDay(days.first, days.last).filter((each) =>
              isRequiredOn(one.validity ?? one.type_validity, each),
            )) {
              const covering = helds.filter(
                (each) =>
                  each.type_id === one.type_id &&
                  each.status === 'approved' &&
                  each.issued_on! <= on &&
                  on <= each.expires_on! &&
                  (one.validity === null || isNotOver(one.validity, each.issued_on!, on)),
              )
              expect(covering.length).toBeGreaterThan(0)
            }
        },
      ),
    )
  })

  it('never improves with one more requirement, nor worsens with one more approval', () => {
    const rank = { not_cleared: 0, cleared_with_condition: 1, cleared: 2, unknown: 3 }
    fc.assert(
      fc.property(
        fc.array(asked, { maxLength: 3 }),
        asked,
        fc.array(held, { maxLength: 4 }),
        held,
        span,
        (asks, more, helds, one, days) => {
          const before = rank[clearanceOf(asks, helds, days).status]
          expect(rank[clearanceOf([...asks, more], helds, days).status]).toBeLessThanOrEqual(before)
          const approved = { ...one, status: 'approved' as const }
          expect(rank[clearanceOf(asks, [...helds, approved], days).status]).toBeGreaterThanOrEqual(before)
        },
      ),
    )
  })

  it('checks each day against the strictest requirement, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.option(rule), { minLength: 1, maxLength: 4 }), held, day, (rules, one, on) => {
        fc.pre(rules.every((each) => each === null || isRequiredOn(each, on)))
        const own = { ...one, type_id: 'bls', status: 'approved' as const }
        const asks = rules.map((each, at) =>
          ask({ id: `r${at}`, validity: each, type_validity: { rule: 'one_time' } }),
        )
        const last = strictest([
          own.expires_on!,
          ...rules.flatMap((each) => (each === null ? [] : [lastDayOf(each, own.issued_on!)])),
        ])
        const isCleared = own.issued_on! <= on && on <= last
        for (const order of [asks, asks.toReversed()])
          expect(clearanceOf(order, [own], { first: on, last: on }).status === 'cleared').toBe(isCleared)
        // Each separately says yes exactly when all together do.
        expect(
          asks.every((each) => clearanceOf([each], [own], { first: on, last: on }).status === 'cleared'),
        ).toBe(isCleared)
      }),
    )
  })

  it('is never granted, even conditionally, for a day that nothing covers', () => {
    fc.assert(
      fc.property(asked, fc.array(held, { maxLength: 3 }), span, (one, helds, days) => {
        const { items } = clearanceOf([one], helds, days)
        const covers = (each: Held, on: PlainDate): boolean =>
          each.type_id === one.type_id &&
          ((each.status === 'approved' &&
            each.issued_on! <= on &&
            on <= addDays(each.expires_on!, one.grace_days)) ||
            (each.status === 'conditionally_approved' && on <= each.conditional_until!) ||
            (each.status === 'waived' &&
              on <= each.waived_until! &&
              (each.waived_requirement_id ?? one.id) === one.id))
        fc.pre(items[0]!.gap_on === null)
        const open = eachDay(days.first, days.last).filter(
          (on) =>
            isRequiredOn(one.validity ?? one.type_validity, on) && !helds.some((each) => covers(each, on)),
        )
        expect(open).toEqual([])
      }),
    )
  })

  it('lists a type as optional if everyone who asks for it leaves it optional', () => {
    const { items } = clearanceOf(
      [
        ask(),
        ask({ id: 'r2', is_mandatory: false }),
        ask({ id: 'r3', type_id: 'tb', is_mandatory: false }),
        ask({ id: 'r4', type_id: 'flu' }),
      ],
      [],
      fall,
    )
    const ids = Object.entries(byDuty(items)).map(([duty, of]) => [
      duty,
      of.map((item) => item.requirement_id),
    ])
    expect(ids).toEqual([
      ['required', ['r1', 'r2', 'r4']],
      ['optional', ['r3']],
    ])
  })

  it('names the requirement of a type that is met worst', () => {
    const { items } = clearanceOf(
      [
        ask(),
        ask({ id: 'r2', validity: { rule: 'fixed_months', months: 12, end_of_month: false } }),
        ask({ id: 'r3', type_id: 'tb' }),
      ],
      [has({ issued_on: '2025-10-01' }), has({ type_id: 'tb' })],
      fall,
    )
    expect(worstByType(items).map(({ requirement_id: id }) => id)).toEqual(['r2', 'r3'])
  })

  it('says that there is no shift only to people who could see one', () => {
    expect(queuedFor('2026-12-01', false)).toMatch(/^Shift Dec 1/)
    expect([queuedFor(null, false), queuedFor(null, true)]).toEqual(['No shift', null])
  })

  it('lists what blocks a shift before what is optional', () => {
    const { items } = clearanceOf(
      [
        ask({ id: 'optional', type_id: 'badge', is_mandatory: false }),
        ask({ id: 'met' }),
        ask({ id: 'missing', type_id: 'tb' }),
      ],
      [has({})],
      fall,
    )
    expect(items.toSorted(byUrgency).map(({ requirement_id: id }) => id)).toEqual([
      'missing',
      'optional',
      'met',
    ])
  })
})

const isNotOver = (rule: Validity, issued: PlainDate, on: PlainDate): boolean => {
  const last = lastDayOf(rule, issued)
  return last === 'endless' || on <= last
}

test.each([
  ['2026-12-07', '2026-09-01', 'approved'],
  ['2026-10-02', '2026-09-01', 'approved'],
  ['2026-10-01', '2026-09-01', 'expiring'],
  ['2026-09-01', '2026-09-01', 'expiring'],
  ['2026-08-31', '2026-09-01', 'expired'],
  [null, '2026-09-01', 'approved'],
])('approved until %s is on %s %s', (last, today, shown) =>
  expect(statusOn({ status: 'approved', expires_on: last }, today)).toBe(shown),
)

describe('review', () => {
  const row = {
    person_id: 'jenna',
    status: 'submitted' as const,
    locked_by: null,
    locked_by_name: null,
    is_lock_live: false,
    owner_kind: 'platform' as 'platform' | 'facility',
    owner_name: 'Harborview',
  }
  const ana = { id: 'ana', real_id: 'ana', role: 'school_admin' }
  const blocked = (...args: Parameters<typeof reviewBlocker>): string | null => {
    const found = reviewBlocker(...args)
    return found && refusalMessage(credentialRefusals, found)
  }

  it('is for other people: no one reviews their own, even while impersonating someone', () => {
    expect(blocked(row, ana, 'approved')).toBeNull()
    expect(blocked({ ...row, person_id: 'ana' }, ana, 'approved')).toContain('your own')
    expect(blocked({ ...row, person_id: 'sam' }, { ...ana, real_id: 'sam' }, 'approved')).toContain(
      'your own',
    )
  })

  it('is up to the facility for its own requirements', () => {
    const own = { ...row, owner_kind: 'facility' as const }
    expect(blocked(own, ana, 'approved')).toBe('Harborview asks for this and reviews it.')
    expect(blocked(own, { ...ana, role: 'facility_admin' }, 'approved')).toBeNull()
  })

  it('is limited to one person at a time while the lock lasts', () => {
    const locked = {
      ...row,
      status: 'in_review' as const,
      locked_by: 'grace',
      locked_by_name: 'Grace Dean',
      is_lock_live: true,
    }
    expect(blocked(locked, ana, 'in_review')).toContain('Grace Dean')
    expect(blocked({ ...locked, is_lock_live: false }, ana, 'in_review')).toBeNull()
    expect(blocked({ ...locked, locked_by: 'ana' }, ana, 'approved')).toBeNull()
  })

  it('happens only once', () => {
    for (const status of ['approved', 'rejected', 'superseded', 'revoked'] as const)
      expect(blocked({ ...row, status }, ana, 'rejected')).toContain('already')
    expect(blocked({ ...row, status: 'approved' }, ana, 'revoked')).toBeNull()
  })

  it('has a label for each reason, and steps for each status', () => {
    expect(Object.keys(reasonLabels).toSorted()).toEqual(reasonCode.options.toSorted())
    const known = new Set<string>(credentialSteps.flatMap(({ from, to }) => [from, to]))
    expect(credentialStatus.options.filter((status) => !known.has(status))).toEqual([])
    expect(credentialSteps.some(({ to }) => (to as string) === 'submitted')).toBe(false)
  })
})

describe('a waiver', () => {
  const bls = { id: 'bls', allows_waiver: true }
  const of = {
    person_id: 'p',
    requirement_id: null,
    requirement_type_id: null,
    asked_by: null,
    until: '2026-12-01',
    today: '2026-11-25',
  }
  const one = { ...of, requirement_id: 'r', requirement_type_id: 'bls' }
  const ana = { id: 'ana', real_id: 'ana', role: 'school_admin' }
  const vera = { id: 'vera', real_id: 'vera', role: 'facility_admin' }
  const code = (...args: Parameters<typeof waiverBlocker>) => waiverBlocker(...args)?.code ?? null
  it.each([
    ['is the school’s for all that it asks for', of, ana, null],
    ['is the school’s for one requirement', one, ana, null],
    ['is a facility’s for one requirement of its own', { ...one, asked_by: 'Harborview' }, vera, null],
    ['is never a facility’s for all', of, vera, 'credential.waiver_scope'],
    [
      'is never the school’s for what a facility asks',
      { ...one, asked_by: 'Harborview' },
      ana,
      'credential.facility_waives',
    ],
    [
      'is for a requirement of its type',
      { ...one, requirement_type_id: 'tb' },
      ana,
      'credential.waiver_scope',
    ],
    ['has its last day today at the earliest', { ...of, until: '2026-11-24' }, ana, 'credential.waiver_over'],
    ['is never one’s own', { ...of, person_id: 'ana' }, ana, 'credential.own'],
    ['is never one’s own, not even as someone else', of, { ...ana, real_id: 'p' }, 'credential.own'],
  ] as const)('%s', (_, waived, asker, expected) => {
    expect(code(bls, waived, asker)).toBe(expected)
  })
  it('is for types that allow it, and each refusal has its sentence', () => {
    expect(code({ ...bls, allows_waiver: false }, of, ana)).toBe('credential.no_waiver')
    for (const [waived, asker] of [
      [of, vera],
      [{ ...one, asked_by: 'Harborview' }, ana],
      [{ ...of, until: '2026-01-01' }, ana],
    ] as const)
      expect(refusalMessage(credentialRefusals, waiverBlocker(bls, waived, asker)!)).toMatch(
        /^[A-Z].{10,}\.$/,
      )
  })
})

test('an orientation is confirmed by reading if only a statement proves it', () => {
  const orientation = { category: 'site_orientation', evidence: 'attestation', needs_file: false } as const
  expect(isConfirmedByReading(orientation)).toBe(true)
  for (const change of [{ category: 'training' }, { evidence: 'document' }, { needs_file: true }] as const)
    expect(isConfirmedByReading({ ...orientation, ...change })).toBe(false)
})

describe('what the school checks itself', () => {
  const checked = ask({ type_evidence: 'external_check' })
  const september = { first: '2026-09-07', last: '2026-09-28' }

  it('requires nothing of the person, and says who acts', () => {
    for (const [held, state] of [
      [[], 'missing'],
      [[has({ expires_on: '2026-09-20' })], 'lapses'],
      [[has({ status: 'revoked' })], 'revoked'],
    ] as const) {
      const found = clearanceOf([checked], held, september)
      expect(found).toMatchObject({ status: 'not_cleared', items: [{ state, next_step: 'check' }] })
      expect(nextStepOf(found.items[0]!, held, '2026-09-01')).toBe('check')
    }
    const covered = clearanceOf([checked], [has()], september)
    expect(covered).toMatchObject({ status: 'cleared', items: [{ state: 'covered', next_step: 'none' }] })
    expect(nextStepOf(covered.items[0]!, [has()], '2026-09-01')).toBe('none')
    expect(briefOf(clearanceOf([checked], [], september), september.first).missing).toEqual([
      'BLS missing, needed by Aug 17, 2026 (Lakeshore; next: the school checks it)',
    ])
  })

  it('is recorded by the school about another person, and sent by no one', () => {
    const type = {
      evidence: 'external_check',
      status: 'active',
      owner_kind: 'school',
      owner_name: 'Lakeshore',
    } as const
    const ana = { id: 'ana', real_id: 'ana', role: 'school_admin' }
    expect(checkBlocker(type, { person_id: 'jenna' }, ana)).toBeNull()
    expect(checkBlocker(type, { person_id: 'ana' }, ana)?.code).toBe('credential.own')
    expect(checkBlocker(type, { person_id: 'jenna' }, { ...ana, real_id: 'jenna' })?.code).toBe(
      'credential.own',
    )
    expect(checkBlocker({ ...type, evidence: 'document' }, { person_id: 'jenna' }, ana)?.code).toBe(
      'credential.not_checked',
    )
    expect(checkBlocker({ ...type, status: 'retired' }, { person_id: 'jenna' }, ana)?.code).toBe(
      'credential.type_retired',
    )
    expect(submissionBlocker({ ...type, needs_file: false }, 0)?.code).toBe('credential.school_checks')
  })
})

describe('a renewal', () => {
  const september = { first: '2026-09-07', last: '2026-09-28' }
  const [item] = clearanceOf([ask()], [has()], september).items as [ClearanceItem]
  const sent = (status: Held['status'], submitted_at: string, more: Partial<Held> = {}) =>
    has({ status, submitted_at, ...more })
  const old = sent('approved', '2025-01-11T10:00:00Z')
  test.each<[string, string, Held[], string]>([
    ['is offered while the old one runs out', '2026-09-01', [old], 'renew'],
    ['is offered from half a year before its last day on', '2026-07-14', [old], 'renew'],
    ['is not offered long before', '2026-07-13', [old], 'none'],
    ['waits once it is sent', '2026-09-01', [sent('submitted', '2026-08-30T10:00:00Z'), old], 'wait'],
    [
      'that is rejected is tried again',
      '2026-09-01',
      [sent('rejected', '2026-08-30T10:00:00Z'), old],
      'retry',
    ],
    [
      'that is rejected is tried again long before too',
      '2026-01-01',
      [sent('rejected', '2025-12-30T10:00:00Z'), old],
      'retry',
    ],
    [
      'is not judged by another type',
      '2026-07-01',
      [sent('rejected', '2026-08-30T10:00:00Z', { type_id: 'tb' }), old],
      'none',
    ],
    [
      'is not judged by what was sent before',
      '2026-07-01',
      [old, sent('rejected', '2024-12-30T10:00:00Z')],
      'none',
    ],
  ])('%s', (_, today, submissions, step) => expect(nextStepOf(item, submissions, today)).toBe(step))

  it('is the next step of an unmet item, and not offered for an item without an end', () => {
    const [missing] = clearanceOf([ask()], [], september).items as [ClearanceItem]
    expect(nextStepOf(missing, [], '2026-09-01')).toBe('upload')
    const endless = has({ expires_on: null })
    const [once] = clearanceOf([ask()], [endless], september).items as [ClearanceItem]
    expect(nextStepOf(once, [endless], '2026-09-01')).toBe('none')
  })

  it('starts without the dates of the old one; another attempt starts with the earlier answers', () => {
    const values = {
      issued_on: '2025-01-10',
      stated_on: '2027-01-10',
      agreed: true,
      result: 'clear',
      provider: 'Red Cross',
      doses: ['2024-01-01'],
    }
    expect(initialAnswers(undefined)).toEqual({})
    expect(initialAnswers({ status: 'rejected', values })).toEqual(values)
    expect(initialAnswers({ status: 'approved', values })).toEqual({
      provider: 'Red Cross',
      doses: ['2024-01-01'],
    })
  })
})

test('a later shift names only what the next one does not require, or not for as long', () => {
  const next = clearanceOf([ask()], [has({ expires_on: '2026-12-07' })], fall).items
  const site = ask({ id: 'r2', type_id: 'tb', facility_id: 'f' })
  const winter = { first: '2027-01-11', last: '2027-03-01' }
  const later = clearanceOf([ask(), site], [has({ expires_on: '2026-12-07' })], winter).items
  expect(newIn(later, next).map(({ requirement_id: id, state }) => `${id} ${state}`)).toEqual([
    'r1 expired',
    'r2 missing',
  ])
  expect(newIn(next, next)).toEqual([])
})

describe('an approval', () => {
  const type = {
    evidence: 'document' as const,
    series: null,
    validity: { rule: 'fixed_months', months: 24, end_of_month: true } as Validity,
  }
  const dates = { termEnd: null, today: '2026-09-01' }
  const outcome = (more: Partial<typeof type>, values: object, given: object = {}): string => {
    const approval = approvalOf({ ...type, ...more }, values as never, { ...dates, ...given })
    return approval.refused
      ? refusalMessage(credentialRefusals, approval.refused)
      : `${approval.issued_on} to ${approval.expires_on}`
  }

  it('is previewed while the answers are entered, and refused for expired or future dates', () => {
    const foreseen = (values: object) => previewValidity(type, values as never, dates.today)
    expect(foreseen({ issued_on: '2026-08-03' })).toEqual({
      words: 'This is valid until Aug 31, 2028.',
      isWarning: false,
    })
    expect(foreseen({ issued_on: '2020-01-05' })).toEqual({
      words: 'This was valid until Jan 31, 2022 and can’t be approved. Send the current one.',
      isWarning: true,
    })
    expect(foreseen({ issued_on: '2026-09-02' })).toEqual({
      words: 'The date is in the future. Check it on the document.',
      isWarning: true,
    })
    expect(foreseen({}).isWarning).toBe(false)
  })

  it('takes its dates from the evidence and the rule, or from the reviewer’s correction', () => {
    expect(outcome({}, { issued_on: '2026-08-03' })).toBe('2026-08-03 to 2028-08-31')
    expect(outcome({}, { issued_on: '2026-08-03' }, { issued_on: '2026-07-01' })).toBe(
      '2026-07-01 to 2028-07-31',
    )
    expect(outcome({}, { issued_on: '2026-08-03' }, { expires_on: '2027-01-01' })).toBe(
      '2026-08-03 to 2027-01-01',
    )
    expect(outcome({ validity: { rule: 'one_time' } }, { issued_on: '2026-08-03' })).toBe(
      '2026-08-03 to null',
    )
    expect(
      outcome({ validity: { rule: 'stated_date' } }, { issued_on: '2026-08-03', stated_on: '2027-07-31' }),
    ).toBe('2026-08-03 to 2027-07-31')
    expect(
      outcome({ validity: { rule: 'through_term' } }, { issued_on: '2026-08-03' }, { termEnd: '2026-12-12' }),
    ).toBe('2026-08-03 to 2026-12-12')
  })

  it('is refused with incomplete evidence, without a last day, and after it', () => {
    expect(outcome({}, {})).toContain('date')
    expect(outcome({ validity: { rule: 'through_term' } }, { issued_on: '2026-08-03' })).toContain('last day')
    expect(outcome({}, { issued_on: '2023-08-03' })).toContain('Aug 31, 2025')
    expect(outcome({}, { issued_on: '2026-09-02' })).toContain('future')
  })

  it('is conditional for as long and as often as the type allows', () => {
    const condition = (until: string, times = 0, days = 30) =>
      conditionBlocker(
        { conditional_days: days, conditional_times: 1 },
        { until, today: '2026-09-01', times },
      )?.code ?? null
    expect(condition('2026-10-01')).toBeNull()
    expect(condition('2026-10-02')).toBe('credential.condition_days')
    expect(condition('2026-08-31')).toBe('credential.condition_days')
    expect(condition('2026-10-01', 1)).toBe('credential.condition_used')
    expect(condition('2026-09-02', 0, 0)).toBe('credential.no_condition')
  })

  it('needs a document if the type does', () => {
    expect(submissionBlocker({ evidence: 'document', needs_file: true, status: 'active' }, 0)?.code).toBe(
      'credential.file_missing',
    )
    expect(submissionBlocker({ evidence: 'document', needs_file: true, status: 'active' }, 1)).toBeNull()
    expect(submissionBlocker({ evidence: 'document', needs_file: false, status: 'active' }, 0)).toBeNull()
    expect(submissionBlocker({ evidence: 'document', needs_file: false, status: 'retired' }, 0)?.code).toBe(
      'credential.type_retired',
    )
  })
})

describe('the reminder steps', () => {
  const usual = [30, 14, 7, 1]

  test.each([
    [60, []],
    [30, []],
    [14, ['proctor']],
    [10, ['proctor']],
    [7, ['proctor', 'coordinator']],
    [0, ['proctor', 'coordinator']],
  ] as const)('at %d days also notify %j', (days, also) => expect(alsoNotified(days)).toEqual(also))

  test.each<[string, number[], number | null, number[]]>([
    ['2026-08-01', [], null, []],
    ['2026-08-13', [], 30, []],
    ['2026-08-14', [30], null, []],
    ['2026-08-29', [30], 14, []],
    ['2026-09-05', [30], 7, [14]],
    ['2026-09-11', [30, 14, 7], 1, []],
    ['2026-09-12', [30, 14, 7, 1], 0, []],
    ['2026-09-15', [], 0, [30, 14, 7, 1]],
    ['2027-01-01', [30], null, [14, 7, 1, 0]],
  ])('on %s after %j send %s and skip %j', (today, done, send, passed) =>
    expect(remindersDueToday('2026-09-12', today, done, usual)).toEqual({ send, passed }),
  )

  test.each<[string, number[], number[], number | null, number[]]>([
    ['the school’s own first day', [90, 45, 10], [], 90, []],
    ['no day that the school left out', [90, 2], [90], null, []],
    ['the last day, whatever the school chose', [90], [90], 0, []],
    ['no step that was added after a later one was sent', [60, 20, 7], [60, 7], null, [20]],
  ])('send %s', (_what, days, done, send, passed) => {
    const on = { 90: '2026-06-14', 0: '2026-09-12' }[send ?? 5] ?? '2026-09-07'
    expect(remindersDueToday('2026-09-12', on as PlainDate, done, days)).toEqual({ send, passed })
  })

  it('run late, twice or after a gap send each step at most once, and record the outcome of each', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 1, max: 180 }), { minLength: 1, maxLength: 8 })
      .map((found) => found.toSorted((a, b) => b - a))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 190 }), { maxLength: 12 }), days, (runs, chosen) => {
        const done: number[] = []
        const sent: number[] = []
        for (const left of runs.toSorted((a, b) => b - a)) {
          const today = addDays('2026-09-12', -left)
          const { send, passed } = remindersDueToday('2026-09-12', today, done, chosen)
          if (send !== null) sent.push(send)
          done.push(...passed, ...(send === null ? [] : [send]))
        }
        expect(new Set(done).size).toBe(done.length)
        expect(new Set(sent).size).toBe(sent.length)
        const latest = Math.min(...runs, 191)
        expect([...chosen, 0].filter((step) => step >= latest && !done.includes(step))).toEqual([])
      }),
    )
  })
})

describe('the provider of a credential', () => {
  const only = (scope_name: string, ...providers: string[]) => ({ scope_name, providers })
  const aha = 'American Heart Association'
  test.each<[string, ReturnType<typeof only>[], string | undefined, string | undefined]>([
    ['is anyone’s where no one names one', [only('Lakeshore')], 'American Red Cross', undefined],
    ['is one that the school names', [only('Lakeshore', aha)], aha, undefined],
    ['is one of several', [only('Lakeshore', 'American Red Cross', aha)], aha, undefined],
    ['is not another', [only('Lakeshore', aha)], 'American Red Cross', 'Lakeshore'],
    ['is not left out', [only('Lakeshore', aha)], undefined, 'Lakeshore'],
    ['is accepted by each who asks', [only('Lakeshore'), only('Harborview', aha)], 'Other', 'Harborview'],
  ])('%s', (_what, asked, provider, by) => {
    const found = providerBlocker({ name: 'BLS' }, provider === undefined ? {} : { provider }, asked)
    expect(found?.values.who).toBe(by)
  })

  it('is listed in a sentence', () => {
    expect(acceptsInWords({ who: 'Lakeshore', type: 'BLS', providers: [aha] })).toBe(
      'Lakeshore accepts BLS from American Heart Association only.',
    )
    expect(acceptsInWords({ who: 'Lakeshore', type: 'BLS', providers: [aha, 'B', 'C'] })).toBe(
      'Lakeshore accepts BLS from American Heart Association, B or C only.',
    )
  })
})

test('what is in review is nothing to fix, and names who reviews it', () => {
  const days = { first: '2026-09-01', last: '2026-09-02' }
  const sent = (more: Partial<RequirementWithRule> = {}) =>
    clearanceOf([ask(more)], [has({ status: 'submitted' })], days)
  expect(briefOf(sent(), days.first).missing).toEqual([
    'BLS in review, needed by Aug 11, 2026 (Lakeshore; next: the school reviews it)',
  ])
  // A facility reviews its own types only.
  expect(sent({ facility_id: 'harborview' }).items[0]?.reviewer).toBe('school')
  expect(briefOf(sent({ type_facility_id: 'harborview' }), days.first).missing[0]).toMatch(
    'next: the facility reviews it',
  )
  expect(hasToSend(sent())).toBe(false)
  expect(hasToSend(clearanceOf([ask({ type_evidence: 'external_check' })], [], days))).toBe(false)
  expect(hasToSend(clearanceOf([ask()], [has({ status: 'rejected' })], days))).toBe(true)
  expect(hasToSend(clearanceOf([ask(), ask({ type_id: 'tb' })], [has({ status: 'submitted' })], days))).toBe(
    true,
  )
})

test('a roster says what is missing and whose rule it is', () => {
  const asked = [
    ask(),
    ask({ id: 'r2', type_id: 'tb', type_name: 'TB', scope_name: 'Harborview', is_mandatory: false }),
  ]
  const brief = briefOf(clearanceOf(asked, [], { first: '2026-09-01', last: '2026-09-02' }), '2026-08-01')
  expect(brief).toEqual({
    status: 'not_cleared',
    missing: ['BLS missing, needed by Aug 11, 2026 (Lakeshore; next: upload)'],
  })
  // Without a shift, nothing is needed by a day.
  expect(briefOf(clearanceOf([ask()], [], { ...fall, hasShift: false }), fall.first, false).missing).toEqual([
    'BLS missing (Lakeshore; next: upload)',
  ])
  // What ends before the shift and is still valid today has not expired.
  const ending = clearanceOf([ask()], [has({ expires_on: '2026-08-20' })], {
    first: '2026-09-01',
    last: '2026-09-02',
  })
  expect(['2026-08-20', '2026-08-21'].map((today) => briefOf(ending, today).missing)).toEqual([
    ['BLS expires Aug 20, 2026, needed by Aug 11, 2026 (Lakeshore; next: renew)'],
    ['BLS expired, needed by Aug 11, 2026 (Lakeshore; next: renew)'],
  ])
  expect(missingInWords(['A', 'B', 'C'])).toBe('A; B; C')
  expect(missingInWords(['A', 'B', 'C', 'D'])).toBe('A; B; and 2 more')
  expect(notClearedInWords(brief)).toBe(
    'Not cleared: BLS missing, needed by Aug 11, 2026 (Lakeshore; next: upload).',
  )
  expect(notClearedInWords({ ...brief, status: 'cleared' })).toBeNull()
  expect(notClearedInWords(null)).toBeNull()
})

describe('a seat whose credential ends', () => {
  const held: Held = {
    type_id: 'bls',
    status: 'approved',
    issued_on: '2025-01-01',
    expires_on: '2026-09-12',
    conditional_until: null,
    waived_until: null,
    waived_requirement_id: null,
    facility_id: null,
    submitted_at: '2025-01-01',
  }
  const step = (
    today: string,
    more: Partial<Parameters<typeof seatStep>[2]> = {},
    sent: Held[] = [held],
    shift = '2026-09-20',
  ) =>
    // prettier-ignore
    seatStep(
      clearanceOf([ask()], sent, { first: shift, last: '2026-09-25' }),
      clearanceOf([ask()], sent, { first: today, last: today }),
      { held_at: null, decided_status: 'cleared', removes: true, today, starts_at: `${shift}T12:00:00Z`, now: `${today}T12:00:00Z`, ...more },
    )
  test.each<[string, string, Parameters<typeof step>[1], string]>([
    ['is left alone before the last day', '2026-09-11', {}, 'none'],
    ['is held on the last day', '2026-09-12', {}, 'hold'],
    ['is held once', '2026-09-12', { held_at: '2026-09-12T00:10:00Z' }, 'none'],
    ['is taken away after 24 hours', '2026-09-13', { held_at: '2026-09-12T12:00:00Z' }, 'remove'],
    [
      'is kept held where the school decides',
      '2026-09-13',
      { held_at: '2026-09-12T12:00:00Z', removes: false },
      'none',
    ],
    [
      'is not held where the school let them on anyway',
      '2026-09-12',
      { decided_status: 'not_cleared' },
      'none',
    ],
  ])('%s', (_what, today, more, expected) => expect(step(today, more)).toBe(expected))

  it('is kept once the shift has begun: who came keeps the hours', () => {
    const seat = { held_at: '2026-09-12T12:00:00Z' }
    expect(step('2026-09-13', seat, [held], '2026-09-13')).toBe('none')
    expect(step('2026-09-13', { ...seat, starts_at: '2026-09-13T12:00:01Z' }, [held], '2026-09-13')).toBe(
      'remove',
    )
  })
  it('is released once a renewal is waiting for review or approved', () => {
    const renewal = {
      ...held,
      status: 'submitted' as const,
      issued_on: null,
      expires_on: null,
      submitted_at: '2026-09-12',
    }
    expect(step('2026-09-13', { held_at: '2026-09-12T00:00:00Z' }, [held, renewal])).toBe('release')
    const approved = {
      ...renewal,
      status: 'approved' as const,
      issued_on: '2026-09-12',
      expires_on: '2028-09-12',
    }
    expect(step('2026-09-13', { held_at: '2026-09-12T00:00:00Z' }, [held, approved])).toBe('release')
    expect(step('2026-09-13', {}, [])).toBe('none')
  })
})

test('a document counts for everyone if it is current insurance', () => {
  const blocked = (type: object, last: string | null) =>
    sharedDocumentBlocker(
      { category: 'insurance', status: 'active', ...type } as never,
      { expires_on: last },
      '2026-09-01',
    )?.code ?? null
  expect(blocked({}, '2026-09-01')).toBeNull()
  expect(blocked({}, null)).toBeNull()
  expect(blocked({}, '2026-08-31')).toBe('credential.blanket_over')
  expect(blocked({ category: 'immunization' }, null)).toBe('credential.no_blanket')
  expect(blocked({ status: 'retired' }, null)).toBe('credential.type_retired')
})

test('a change counts the people it makes not cleared; a facility reads only type names', () => {
  const one = (id: string, status: 'cleared' | 'not_cleared') => ({ person_id: id, clearance: { status } })
  const before = [one('a', 'cleared'), one('b', 'not_cleared')]
  expect(becomeNotCleared(before, [one('a', 'not_cleared'), one('b', 'not_cleared')])).toBe(1)
  expect(becomeNotCleared(before, before)).toBe(0)
  expect(missingTypes(clearanceOf([ask()], [], { first: '2026-09-01', last: '2026-09-01' }))).toEqual(['BLS'])
})

test('missing types are listed apart from those in review', () => {
  const asked = [
    ask(),
    ask({ id: 'r2', type_id: 'tb', type_name: 'TB test' }),
    ask({ id: 'r3', type_id: 'flu', type_name: 'Flu', is_mandatory: false }),
  ]
  const held: Held = {
    type_id: 'tb',
    status: 'submitted',
    issued_on: null,
    expires_on: null,
    conditional_until: null,
    waived_until: null,
    waived_requirement_id: null,
    facility_id: null,
    submitted_at: '2026-08-01',
  }
  const types = (sent: Held[]) =>
    typesByNextStep(clearanceOf(asked, sent, { first: '2026-09-01', last: '2026-09-01' }))
  expect(types([held])).toEqual({ missing_types: ['BLS'], in_review_types: ['TB test'] })
  expect(types([])).toEqual({ missing_types: ['BLS', 'TB test'], in_review_types: [] })
})

// Domain §2.8 (ai_precheck): type by its words, legibility, dates and name; it fills in and warns, and never decides.
describe('what is read from a document', () => {
  const bls = { code: 'BLS', name: 'BLS certification', owner_kind: 'platform' as const }
  const card =
    'American Heart Association\nBASIC LIFE SUPPORT\nJENNA  PARK\nIssue Date: 03/10/2026\nRenew By: 03/2028'
  const around = { full_name: 'Jenna Park', today: '2026-11-23' }
  const check = (
    text: string,
    confidence = 100,
    type: Parameters<typeof precheckOf>[0] = bls,
    full_name = 'Jenna Park',
  ) => precheckOf(type, { text, confidence }, { ...around, full_name })

  it('is compared with the type, the name and the calendar', () => {
    expect(check(card)).toEqual({
      type_match: 'yes',
      is_readable: true,
      dates: ['2026-03-10'],
      name_match: 'yes',
      confidence: 100,
    })
    expect(check('Influenza vaccine\nOmar Reed\nGiven 10/4/2026').type_match).toBe('no')
    expect(check('Influenza vaccine\nOmar Reed\nGiven 10/4/2026').name_match).toBe('no')
    expect(check('Jenna M. Parker, BLS').name_match).toBe('unknown')
    expect(check('Fraülein José Núñez BLS', 100, bls, 'Jose Nunez').name_match).toBe('yes')
    expect(check('a fluoride blsx note of something', 100).type_match).toBe('no')
    expect(check('', 0)).toEqual({
      type_match: 'unknown',
      is_readable: false,
      dates: [],
      name_match: 'unknown',
      confidence: 0,
    })
    expect(check(card, 40)).toMatchObject({ is_readable: false, type_match: 'yes' })
    expect(
      check('Harborview badge request, signed', 100, {
        code: 'FLU',
        name: 'Badge form',
        owner_kind: 'facility',
      }).type_match,
    ).toBe('yes')
  })
  test.each<[string, string[]]>([
    ['2026-03-10', ['2026-03-10']],
    ['3/5/26 and 03-06-2026', ['2026-03-05', '2026-03-06']],
    ['Mar 5, 2026; March 6th 2026; 7 March 2026', ['2026-03-05', '2026-03-06', '2026-03-07']],
    ['13/40/2026, 2026-02-30, Foo 3, 2026, 02/29/2027', []],
    ['in 1899-01-01 or 2999-01-01', []],
  ])('includes dates: %s', (text, dates) => {
    expect(check(text).dates).toEqual(dates)
  })
  it('fills in only what the document says unambiguously', () => {
    const fill = (text: string) => fillsOf({ text, confidence: 100 }, '2026-11-23')
    expect(fill(card)).toEqual({ issued_on: '2026-03-10' })
    expect(fill('DOB 05/05/2004\nCompleted on 10/4/2026\nPrinted 11/1/2026\nExpires 10/4/2028')).toEqual({
      issued_on: '2026-10-04',
      stated_on: '2028-10-04',
    })
    expect(fill('DOB 05/05/2004\n10/4/2026')).toEqual({ issued_on: '2026-10-04' })
    expect(fill('1/4/2026\n2/4/2026')).toEqual({})
    expect(fill('')).toEqual({})
  })
  it('warns in sentences', () => {
    expect(precheckWarnings(check(card), bls)).toEqual([])
    expect(precheckWarnings(check('', 0), bls)).toEqual([expect.stringContaining('couldn’t read')])
    expect(precheckWarnings(check('Influenza vaccine of Omar'), bls)).toHaveLength(3)
  })

  const row = (more: object = {}) => ({
    type_id: 'bls',
    values: { issued_on: '2026-03-10', provider: 'American Heart Association' },
    precheck: check(card),
    is_restricted: false,
    ...more,
  })
  it('lets several be approved at once only if everything was found on each, and all are of one type', () => {
    expect(isPrechecked(row())).toBe(true)
    expect(bulkBlocker([row(), row()])).toBeNull()
    expect(bulkBlocker([row(), row({ type_id: 'tb' })])?.code).toBe('credential.bulk_types')
    for (const open of [
      { precheck: null },
      { precheck: check(card, 40) },
      { precheck: check('Influenza vaccine\nJenna Park\n03/10/2026') },
      { precheck: check('BLS Omar Reed 03/10/2026 again') },
      { values: { issued_on: '2026-03-11' } },
      { values: { doses: ['2026-03-10', '2026-03-11'] } },
      { values: {} },
      { is_restricted: true },
    ])
      expect(bulkBlocker([row(), row(open)])).toMatchObject({
        code: 'credential.bulk_unchecked',
        values: { open: 1 },
      })
  })
  it('never throws, whatever a document says', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: -5, max: 200 }), (text, sure) => {
        const found = check(text, sure)
        expect(found.confidence).toBeLessThanOrEqual(100)
        fillsOf({ text, confidence: sure }, '2026-11-23')
      }),
    )
  })
})

describe('a school’s earlier records', () => {
  const bls = {
    evidence: 'document' as const,
    validity: { rule: 'fixed_months' as const, months: 24, end_of_month: true },
    owner_kind: 'platform' as const,
    owner_name: 'Placewell',
    status: 'active' as const,
  }
  const read = (type: object, cells: object) => {
    const found = recordOf(
      { ...bls, ...type },
      { issued_on: '3/10/2026', expires_on: '', result: '', ...cells },
      { today: '2026-11-23', termEnd: null },
    )
    return found.refused?.code ?? `${found.issued_on} ${found.expires_on}`
  }
  test.each<[string, object, object, string]>([
    ['by the rule of the type', {}, {}, '2026-03-10 2028-03-31'],
    ['until the day that the file says', {}, { expires_on: '2027-01-31' }, '2026-03-10 2027-01-31'],
    ['once', { validity: { rule: 'one_time' } }, {}, '2026-03-10 null'],
    ['one that is over, as history', {}, { issued_on: '1/2/2020' }, '2020-01-02 2022-01-31'],
    ['no date', {}, { issued_on: 'soon' }, 'credential.record_date'],
    ['no date at all', {}, { issued_on: '' }, 'credential.record_date'],
    ['no last day', {}, { expires_on: 'never' }, 'credential.record_date'],
    ['the future', {}, { issued_on: '2026-11-24' }, 'credential.issued_later'],
    ['days the wrong way round', {}, { expires_on: '2026-03-09' }, 'credential.record_order'],
    ['a policy without its date', { validity: { rule: 'stated_date' } }, {}, 'credential.last_day_missing'],
    ['a policy', { validity: { rule: 'stated_date' } }, { expires_on: '6/30/2027' }, '2026-03-10 2027-06-30'],
    [
      'a clear check',
      { evidence: 'result', validity: { rule: 'one_time' } },
      { result: 'Clear' },
      '2026-03-10 null',
    ],
    ['a check without result', { evidence: 'result' }, {}, 'credential.record_result'],
    ['a failed check', { evidence: 'result' }, { result: 'fail' }, 'credential.record_result'],
    ['a positive TB test', { evidence: 'tuberculosis' }, { result: 'positive' }, 'credential.record_result'],
    ['a titer that is negative', { evidence: 'series' }, { result: 'negative' }, 'credential.record_result'],
    ['a facility’s type', { owner_kind: 'facility' }, {}, 'credential.facility_reviews'],
    ['a retired type', { status: 'retired' }, {}, 'credential.type_retired'],
  ])('count: %s', (_, type, cells, expected) => {
    expect(read(type, cells)).toBe(expected)
  })
  it('are read by the headings of the file, or by the chosen columns', () => {
    const headings = ['Student ID', 'Email', 'Credential type', 'Issue date', 'Expiration Date', 'Notes']
    const columns = matchRecordColumns(headings)
    expect(columns).toEqual(['person', null, 'type', 'issued_on', 'expires_on', null])
    expect(
      recordsOf([headings, ['7', 'a@b.c', ' BLS ', '3/10/2026', '', 'x'], ['', ' '], ['8']], columns),
    ).toEqual([
      { line: 2, person: '7', type: 'BLS', issued_on: '3/10/2026', expires_on: '', result: '' },
      { line: 4, person: '8', type: '', issued_on: '', expires_on: '', result: '' },
    ])
  })
  test('require each column once, and name the missing ones', () => {
    const columns = ['person', null, 'type', 'issued_on'] as const
    expect(recordColumnsProblem(columns)).toBeNull()
    expect(recordColumnsProblem([...columns, 'type'])).toBe(
      'Two columns are chosen as Credential. Choose one of them.',
    )
    expect(recordColumnsProblem(['type', 'result'])).toBe(
      'Choose the column for: Person (email or student ID), Date issued.',
    )
  })
  test.each([
    ['2026-03-10', '2026-03-10'],
    ['2026-03-10T00:00:00Z', null],
    ['03/10/26', '2026-03-10'],
    ['Mar 10, 2026', '2026-03-10'],
    ['3/10/2026 and 3/11/2026', null],
    ['about 3/10/2026', null],
    ['31/12/2026', null],
    ['=1+1', null],
  ])('dates: %s', (cell, expected) => {
    expect(dateOfCell(cell)).toBe(expected)
  })
})
