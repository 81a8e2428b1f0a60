import { describe, expect, it, test } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { fakePartnership } from './fake.ts'
import {
  type EndingDecision,
  partnershipState,
  partnershipStatus,
  type PartnershipTerms,
} from './contract.ts'
import {
  groupLabels,
  isInGroup,
  usualLastDay,
  needsAnswerFrom,
  changeBlocker,
  type Command,
  type DueFacts,
  calendarStep,
  mayGiveSeats,
  moveBlocker,
  partnershipSteps,
  reasonBlocker,
  datesOf,
  earliestEnd,
  endingBlocker,
  exportRow,
  fits,
  isPdf,
  seatProblems,
  seatUseWords,
  stateOf,
  termRefusals,
  nextStepText,
  agreementGapText,
  type AgreementGap,
} from './rules.ts'

const today = '2027-03-13' // the day before clocks change
const now = Date.parse('2027-03-13T18:00:00Z')

describe('the state of a partnership', () => {
  it.each([
    [91, 'active'],
    [90, 'expiring'],
    [1, 'expiring'],
    [0, 'expiring'],
    [-1, 'expired'],
  ])('with %i days left, it is %s', (days, state) => {
    expect(stateOf({ status: 'active', effective_to: addDays(today, days) }, today)).toBe(state)
  })
  it.each(partnershipStatus.options.filter((status) => status !== 'active'))(
    '%s does not depend on the day',
    (status) => {
      expect(stateOf({ status, effective_to: addDays(today, 5) }, today)).toBe(status)
    },
  )
})

/** The code of the refusal of a command, without the feature; null if it is allowed. */
const codeOf = (command: Command, changes: Parameters<typeof fakePartnership>[0], accepts = true) =>
  moveBlocker(command, fakePartnership(changes), { now, accepts })?.code.replace('partnership.', '') ?? null

it('a partnership ended with notice is ending until its last day, and so long the ending can be taken back', () => {
  const ending = { status: 'active', ends_on: addDays(today, 30), ending_party: 'facility' } as const
  expect(stateOf({ ...ending, effective_to: addDays(today, 400) }, today)).toBe('ending')
  const why = (party: 'school' | 'facility' | 'platform', command: Command) =>
    codeOf(command, { ...ending, party })
  expect(why('facility', 'continue')).toBeNull()
  expect(why('platform', 'continue')).toBeNull()
  expect(why('school', 'continue')).toBe('ended_by')
  expect(why('facility', 'terminate')).toBe('ends_already')
  expect(codeOf('continue', { status: 'active', party: 'school' })).toBe('not_ending')
})

describe('which party may take a step', () => {
  const commands: Command[] = [
    'submit',
    'withdraw',
    'restore',
    'review',
    'accept',
    'decline',
    'suspend',
    'resume',
    'terminate',
    'propose',
    'answer',
  ]
  const may = (changes: Parameters<typeof fakePartnership>[0]) =>
    commands.filter((command) => codeOf(command, changes) === null)

  it.each([
    ['draft', 'school', ['submit']],
    ['requested', 'school', ['withdraw']],
    ['requested', 'facility', ['review', 'accept', 'decline']],
    ['requested', 'platform', ['withdraw', 'review', 'accept', 'decline']],
    ['requested', null, []],
    ['under_review', 'school', ['withdraw']],
    ['under_review', 'facility', ['accept', 'decline']],
    ['active', 'school', ['suspend', 'terminate', 'propose']],
    ['active', 'facility', ['suspend', 'terminate', 'propose']],
    ['expired', 'facility', ['propose']],
    ['declined', 'school', []],
    ['terminated', 'school', []],
  ] as const)('%s, as %s', (status, party, allowed) => expect(may({ status, party })).toEqual(allowed))

  it('an invitation swaps the parties', () => {
    const invited = { status: 'requested', direction: 'facility_invited' } as const
    expect(may({ ...invited, party: 'school' })).toEqual(['review', 'accept', 'decline'])
    expect(may({ ...invited, party: 'facility' })).toEqual(['withdraw'])
    expect(moveBlocker('accept', fakePartnership({ ...invited, party: 'facility' }), { now })).toEqual({
      code: 'partnership.others_do',
      values: { party: 'school' },
    })
  })
  it('only the party that suspended may resume', () => {
    const held = { status: 'suspended', suspended_by_party: 'facility' } as const
    expect(codeOf('resume', { ...held, party: 'facility' })).toBeNull()
    expect(codeOf('resume', { ...held, party: 'school' })).toBe('suspended_by')
    expect(codeOf('resume', { ...held, party: 'platform' })).toBeNull()
  })
  it('only the party that did not propose accepts; the one that did may withdraw its proposal', () => {
    const proposed = { status: 'active', proposal_party: 'school' } as const
    expect(may({ ...proposed, party: 'facility' })).toContain('answer')
    expect(codeOf('propose', { ...proposed, party: 'facility' })).toBe('answer_first')
    expect(codeOf('answer', { ...proposed, party: 'school' })).toBe('own_proposal')
    expect(codeOf('answer', { ...proposed, party: 'school' }, false)).toBeNull()
    expect(codeOf('answer', { status: 'active', party: 'school' })).toBe('no_proposal')
  })
  it.each([
    ['2027-03-12T18:00:01Z', null],
    ['2027-03-12T17:59:59Z', 'restore_over'],
  ])('a withdrawal at %s can be undone: %s', (at, refused) => {
    expect(codeOf('restore', { status: 'withdrawn', withdrawn_at: at })).toBe(refused)
    expect(codeOf('restore', { status: 'withdrawn', withdrawn_at: at, party: 'facility' })).toBe('others_do')
  })
  it('the platform always gives a reason, and everyone needs one to decline, suspend or end', () => {
    const of = (command: Command, party: 'school' | 'platform', reason: string | null) =>
      reasonBlocker(command, party, reason)?.code ?? null
    expect(of('review', 'platform', null)).toBe('partnership.say_why_for_others')
    expect(of('submit', 'platform', null)).toBeNull()
    expect(of('review', 'school', null)).toBeNull()
    expect(of('suspend', 'school', ' x ')).toBe('partnership.say_why')
    expect(of('suspend', 'school', 'Insurance')).toBeNull()
  })
  it('each party changes only its own fields', () => {
    const of = (party: 'school' | 'facility', status: 'draft' | 'active', field: string) =>
      changeBlocker({ party, status }, [field])?.code ?? null
    expect(of('school', 'active', 'blackout')).toBe('partnership.facility_decides')
    expect(of('school', 'active', 'required_credential_ids')).toBe('partnership.facility_decides')
    expect(of('facility', 'active', 'required_credential_ids')).toBeNull()
    expect(of('school', 'active', 'site_ids')).toBe('partnership.facility_decides')
    expect(of('school', 'draft', 'site_ids')).toBeNull()
    expect(of('facility', 'active', 'program_ids')).toBe('partnership.school_decides')
    expect(of('facility', 'active', 'site_ids')).toBeNull()
    const terms = { seat_quota_per_semester: undefined } as Partial<PartnershipTerms> as PartnershipTerms
    const seats = (wanted?: number | null) =>
      mayGiveSeats('school', { seat_quota_per_semester: 40 }, { ...terms, seat_quota_per_semester: wanted })
    expect([seats(), seats(40), seats(41), seats(null)]).toEqual([true, true, false, false])
  })
  it('only the calendar expires or ends it, and each step has one event', () => {
    for (const { event, parties } of partnershipSteps)
      expect((parties as readonly string[]).includes('system')).toBe(
        event === 'expired' || event === 'terminated',
      )
    const pairs = partnershipSteps.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
  })
  it('every state has a sentence about the next step', () => {
    for (const state of partnershipState.options) {
      const status = state === 'expiring' || state === 'ending' ? 'active' : state
      for (const party of ['school', 'facility', 'platform', null] as const)
        expect(
          nextStepText(fakePartnership({ state, status, party, days_left: 20, status_reason: 'Because.' })),
        ).toMatch(/^[A-Z].*[.:]( |$)|\.$/)
    }
  })
  it.each([
    ['suspended', 'Insurance', 'Suspended by the facility: Insurance.'],
    ['declined', 'Not this fall', 'Declined: Not this fall. You may ask again.'],
    ['declined', null, 'Declined. You may ask again.'],
    ['terminated', 'We close.', 'Ended on an earlier day: We close.'],
  ] as const)('a reason ends with one period: %s, %s', (state, reason, sentence) =>
    expect(
      nextStepText(
        fakePartnership({
          state,
          status: state,
          party: 'school',
          suspended_by_party: 'facility',
          status_reason: reason,
          ends_on: null,
        }),
      ),
    ).toBe(sentence),
  )
})

describe('terms', () => {
  const terms = { effective_from: '2027-04-01', effective_to: '2030-03-31' }
  it.each([
    [{}, []],
    [{ effective_from: '' }, ['effective_from']],
    [{ effective_to: '' }, ['effective_to']],
    [{ effective_to: '2027-03-31' }, ['effective_to']],
    [{ effective_from: '2026-01-01', effective_to: '2027-03-12' }, ['effective_to']],
    [{ effective_to: '2040-03-31' }, ['effective_to']],
  ])('%o', (change, fields) => {
    expect(Object.keys(termRefusals({ ...terms, ...change }, today))).toEqual(fields)
  })
  it('the notice period is counted in days, regardless of clock changes', () => {
    expect(earliestEnd(today, 30, 'school')).toBe('2027-04-12')
    expect(earliestEnd(today, 30, 'platform')).toBe(today)
  })
})

describe('decisions on later shifts', () => {
  const later = [
    { id: 'a', specialty: 'icu' },
    { id: 'b', specialty: 'icu' },
  ]
  const units = [
    { id: 'icu', specialty: 'icu' },
    { id: 'ward', specialty: 'med_surg' },
    { id: 'any', specialty: 'other' },
  ]
  const keep = { shift_id: 'a', action: 'keep' as const }
  const move = (unit_id: string | null) => ({ shift_id: 'b', action: 'move' as const, unit_id })
  it.each<[string, 'school' | 'facility' | 'platform', EndingDecision[], string | null]>([
    ['one is not decided', 'school', [keep], 'undecided'],
    ['one moves', 'school', [keep, move('icu')], null],
    ['the platform moves one', 'platform', [keep, move('icu')], null],
    ['the facility would move one', 'facility', [keep, move('icu')], 'school_moves'],
    ['to another specialty', 'school', [keep, move('ward')], 'wrong_unit'],
    ['to a unit without a specialty', 'school', [keep, move('any')], null],
    ['to a unit of no partner', 'school', [keep, move('x')], 'wrong_unit'],
    ['to none', 'school', [keep, move(null)], 'wrong_unit'],
  ])('%s', (_, party, decisions, refused) =>
    expect(
      endingBlocker(party, { later, units, last_day: today }, decisions)?.code.replace('partnership.', '') ??
        null,
    ).toBe(refused),
  )
})

describe('the calendar', () => {
  const facts: DueFacts = {
    status: 'active',
    ends_on: null,
    effective_to: addDays(today, 400),
    auto_renew: false,
    notice_days: 30,
    today,
    reminded: null,
  }
  it.each<[string, Partial<DueFacts>, object | null]>([
    ['far from its last day', {}, null],
    ['on its last day', { effective_to: today, reminded: 30 }, null],
    ['after it', { effective_to: addDays(today, -1) }, { event: 'expired' }],
    ['120 days before', { effective_to: addDays(today, 120) }, { event: 'reminded', rung: 120, days: 120 }],
    ['121 days before', { effective_to: addDays(today, 121) }, null],
    ['late', { effective_to: addDays(today, 20) }, { event: 'reminded', rung: 30, days: 20 }],
    ['reminded already', { effective_to: addDays(today, 90), reminded: 90 }, null],
    [
      'reminded earlier',
      { effective_to: addDays(today, 60), reminded: 90 },
      { event: 'reminded', rung: 60, days: 60 },
    ],
    ['renewing, before the notice', { auto_renew: true, effective_to: addDays(today, 30) }, null],
    [
      'renewing, once it has passed',
      { auto_renew: true, effective_to: '2027-04-11' },
      { event: 'renewed', effective_to: '2028-04-11' },
    ],
    [
      'renewing late',
      { auto_renew: true, effective_to: '2027-01-01' },
      { event: 'renewed', effective_to: '2028-03-13' },
    ],
    [
      'renewing from a leap day',
      { auto_renew: true, effective_to: '2028-02-29', today: '2028-02-20' },
      { event: 'renewed', effective_to: '2029-02-28' },
    ],
    ['ending, on the last day', { ends_on: today, effective_to: today }, null],
    ['ended', { ends_on: addDays(today, -1) }, { event: 'ended' }],
    ['suspended and ended', { status: 'suspended', ends_on: addDays(today, -1) }, { event: 'ended' }],
    ['suspended, past its last day', { status: 'suspended', effective_to: addDays(today, -9) }, null],
  ])('%s', (_, change, step) => expect(calendarStep({ ...facts, ...change })).toEqual(step))
})

it('seats and closed days are validated at their form fields', () => {
  const fine = { unit_id: 'a', seats: 4 }
  expect(
    seatProblems([fine, { unit_id: 'b', seats: 1 }], [{ from: '2027-03-01', to: '2027-03-01' }]),
  ).toEqual({})
  expect(seatProblems([fine, fine, { unit_id: '', seats: '' }], [])).toEqual({
    'quota_by_unit.1.unit_id': 'This unit is already in the list.',
    'quota_by_unit.2.unit_id': 'Choose a unit.',
    'quota_by_unit.2.seats': 'From 1 to 10,000.',
  })
  expect(
    Object.keys(
      seatProblems(
        [],
        [
          { from: '', to: '' },
          { from: '2027-03-02', to: '2027-03-01' },
        ],
      ),
    ),
  ).toEqual(['blackout.0.from', 'blackout.0.to', 'blackout.1.to'])
  expect(
    seatUseWords([
      { semester: 'Fall', seats: 8 },
      { semester: 'Spring', seats: 0 },
    ]),
  ).toBe('8 in Fall, 0 in Spring')
})

it('a search matches any of its words and its state', () => {
  const row = fakePartnership({ site_names: ['River North'], all_sites: false })
  expect(fits(row, { q: 'north lake' })).toBe(true)
  expect(fits(row, { q: 'south' })).toBe(false)
  expect(fits(row, { state: 'active' })).toBe(true)
  expect(fits(row, { state: 'expired' })).toBe(false)
})

it('the export row and its dates', () => {
  expect(exportRow(fakePartnership({ state: 'under_review' }))).toEqual([
    'Lake School',
    'River Health',
    'Under review',
    'All sites',
    'Affiliation agreement',
    '2026-01-12',
    '2028-01-11',
    30,
    1,
    null,
  ])
  expect(datesOf(fakePartnership({ effective_from: null }))).toBe('—')
})

it.each([
  ['%PDF-1.7', true],
  ['%PDF', false],
  ['<html>', false],
  ['', false],
])('"%s" begins a PDF: %s', (text, yes) => expect(isPdf(new TextEncoder().encode(text))).toBe(yes))

test.each([
  [{ state: 'requested', direction: 'school_requested', proposal_party: null }, [false, true]],
  [{ state: 'under_review', direction: 'facility_invited', proposal_party: null }, [true, false]],
  [{ state: 'active', direction: 'school_requested', proposal_party: null }, [false, false]],
  [{ state: 'expiring', direction: 'school_requested', proposal_party: 'school' }, [false, true]],
  [{ state: 'active', direction: 'facility_invited', proposal_party: 'facility' }, [true, false]],
  [{ state: 'declined', direction: 'school_requested', proposal_party: 'school' }, [false, false]],
] as const)('%o needs the school, the facility: %o', (row, expected) => {
  expect([needsAnswerFrom('school', row), needsAnswerFrom('facility', row)]).toEqual(expected)
})

it.each([
  ['2026-11-30', '2029-11-29'],
  ['2027-01-01', '2029-12-31'],
  ['2028-02-29', '2031-02-27'],
])('an agreement from %s usually lasts to %s', (first, last) => expect(usualLastDay(first)).toBe(last))

it('is not settled while something is left to do for either party, and is in force at the same time if only new terms are', () => {
  const groupsOf = (row: Parameters<typeof isInGroup>[0]) =>
    (['open', 'force', 'over'] as const).filter((group) => isInGroup(row, group))
  expect(groupsOf({ state: 'requested', proposal_party: null })).toEqual(['open'])
  // It may be the other party's turn.
  expect(groupLabels.open).toBe('Not settled')
  expect(groupsOf({ state: 'active', proposal_party: null })).toEqual(['force'])
  expect(groupsOf({ state: 'active', proposal_party: 'facility' })).toEqual(['open', 'force'])
  expect(groupsOf({ state: 'suspended', proposal_party: null })).toEqual(['open'])
  expect(groupsOf({ state: 'declined', proposal_party: 'facility' })).toEqual(['over'])
})

describe('why no agreement covers a shift, in words', () => {
  const facts = {
    organization: 'River Health',
    date: '2037-02-10',
    status: 'active' as const,
    status_reason: null,
    from: '2037-03-01',
    to: '2037-12-31',
    ends_on: null,
    programs: 'BSN',
    closed: null,
    lead_days: 1,
    earliest: '2037-02-11',
    most: 6,
    taken: 1,
    asked: 11,
    unit: 'ICU',
    unit_most: 4,
    unit_taken: 3,
  }
  it.each([
    [
      { reason: 'no_partnership', organization: null },
      'There is no partnership with this organization. Request one first.',
    ],
    [
      { reason: 'not_active', status: 'under_review', status_reason: 'Soon' },
      'The partnership with River Health is under review: Soon.',
    ],
    [
      { reason: 'outside_dates' },
      'The agreement with River Health runs from March 1, 2037 to December 31, 2037; February 10, 2037 is outside it.',
    ],
    [
      { reason: 'outside_dates', ends_on: '2037-02-09' },
      'The partnership with River Health ends on February 9, 2037; February 10, 2037 is after that.',
    ],
    [
      { reason: 'blackout', closed: 'Survey' },
      'River Health takes no students on February 10, 2037: Survey.',
    ],
    [
      { reason: 'lead_time' },
      'River Health needs 1 day’s notice (earliest day: February 11, 2037). For an earlier day, explain why it can’t wait.',
    ],
    [
      { reason: 'quota' },
      'The agreement with River Health allows 6 seats per semester; 1 is taken and this shift needs 11.',
    ],
    [
      { reason: 'unit_quota', asked: undefined },
      'The agreement with River Health allows 4 seats per semester on ICU; 3 are taken by other shifts.',
    ],
    [
      { reason: null, asked: null },
      'The agreement with River Health allows 4 seats per semester on ICU; 3 are taken by other shifts.',
    ],
    [
      { reason: null, asked: null, taken: 7 },
      'The agreement with River Health allows 6 seats per semester; 7 are taken by other shifts.',
    ],
    [
      { reason: null, asked: null, unit_most: null, unit_taken: null },
      'The agreement with River Health allows 6 seats per semester; 1 is taken by other shifts.',
    ],
    [
      { reason: null, asked: null, most: null, taken: null },
      'The agreement with River Health allows 4 seats per semester on ICU; 3 are taken by other shifts.',
    ],
  ] as const)('%o', (more, sentence) => {
    expect(agreementGapText({ ...facts, ...more } as AgreementGap)).toBe(sentence)
  })
})
