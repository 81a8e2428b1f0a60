import { describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { fakePartnership } from './fake.ts'
import { partnershipState, partnershipStatus } from './contract.ts'
import {
  type Command,
  datesOf,
  earliestEnd,
  exportRow,
  fits,
  isPdf,
  obstacle,
  seatProblems,
  seatUseWords,
  stateOf,
  termProblems,
  whatNow,
} from './rules.ts'

const today = '2027-03-13' // the day before clocks change
const now = Date.parse('2027-03-13T18:00:00Z')

describe('where it stands', () => {
  it.each([
    [91, 'active'],
    [90, 'expiring'],
    [1, 'expiring'],
    [0, 'expiring'],
    [-1, 'expired'],
  ])('with %i days left it is %s', (days, state) => {
    expect(stateOf({ status: 'active', effective_to: addDays(today, days) }, today)).toBe(state)
  })
  it.each(partnershipStatus.options.filter((status) => status !== 'active'))(
    '%s is what it is, whatever the day',
    (status) => {
      expect(stateOf({ status, effective_to: addDays(today, 5) }, today)).toBe(status)
    },
  )
})

it('what was ended with notice is ending until its last day, and so is whoever may take that back', () => {
  const ending = { status: 'active', ends_on: addDays(today, 30), ending_side: 'facility' } as const
  expect(stateOf({ ...ending, effective_to: addDays(today, 400) }, today)).toBe('ending')
  const why = (side: 'school' | 'facility' | 'platform', command: Command) =>
    obstacle(command, fakePartnership({ ...ending, side }), now)
  expect(why('facility', 'continue')).toBeNull()
  expect(why('platform', 'continue')).toBeNull()
  expect(why('school', 'continue')).toContain('ended by the facility')
  expect(why('facility', 'terminate')).toContain('take that back first')
  expect(obstacle('continue', fakePartnership({ status: 'active', side: 'school' }), now)).toContain(
    'not ending',
  )
})

describe('whose step it is', () => {
  const commands: Command[] = [
    'submit', 'withdraw', 'restore', 'review', 'accept', 'decline', 'suspend', 'resume', 'terminate', 'propose', 'answer',
  ] // prettier-ignore
  const may = (changes: Parameters<typeof fakePartnership>[0]) =>
    commands.filter((command) => obstacle(command, fakePartnership(changes), now) === null)

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
  ] as const)('%s, as %s', (status, side, allowed) => expect(may({ status, side })).toEqual(allowed))

  it('an invitation turns the sides round', () => {
    const invited = { status: 'requested', direction: 'facility_invited' } as const
    expect(may({ ...invited, side: 'school' })).toEqual(['review', 'accept', 'decline'])
    expect(may({ ...invited, side: 'facility' })).toEqual(['withdraw'])
  })
  it('who suspended resumes', () => {
    const held = { status: 'suspended', suspended_by_side: 'facility' } as const
    expect(may({ ...held, side: 'facility' })).toContain('resume')
    expect(may({ ...held, side: 'school' })).not.toContain('resume')
    expect(obstacle('resume', fakePartnership({ ...held, side: 'school' }), now)).toContain('by the facility')
  })
  it('who did not propose answers', () => {
    const proposed = { status: 'active', proposal_side: 'school' } as const
    expect(may({ ...proposed, side: 'facility' })).toContain('answer')
    expect(may({ ...proposed, side: 'facility' })).not.toContain('propose')
    expect(may({ ...proposed, side: 'school' })).not.toContain('answer')
  })
  it.each([
    ['2027-03-12T18:00:01Z', true],
    ['2027-03-12T17:59:59Z', false],
  ])('a withdrawal of %s can be taken back: %s', (at, allowed) => {
    expect(may({ status: 'withdrawn', withdrawn_at: at }).includes('restore')).toBe(allowed)
  })
  it('every state says what now, in a sentence', () => {
    for (const state of partnershipState.options) {
      const status = state === 'expiring' || state === 'ending' ? 'active' : state
      for (const side of ['school', 'facility', 'platform', null] as const)
        expect(
          whatNow(fakePartnership({ state, status, side, days_left: 20, status_reason: 'Because.' })),
        ).toMatch(/^[A-Z].*[.:]( |$)|\.$/)
    }
  })
})

describe('terms', () => {
  const terms = { effective_from: '2027-04-01', effective_to: '2030-03-31', signed_on: null }
  it.each([
    [{}, []],
    [{ effective_from: '' }, ['effective_from']],
    [{ effective_to: '' }, ['effective_to']],
    [{ effective_to: '2027-03-31' }, ['effective_to']],
    [{ effective_from: '2026-01-01', effective_to: '2027-03-12' }, ['effective_to']],
    [{ effective_to: '2040-03-31' }, ['effective_to']],
  ])('%o', (change, fields) => {
    expect(Object.keys(termProblems({ ...terms, ...change }, today))).toEqual(fields)
  })
  it('the notice counts in days, clocks or not', () => {
    expect(earliestEnd(today, 30, 'school')).toBe('2027-04-12')
    expect(earliestEnd(today, 30, 'platform')).toBe(today)
  })
})

it('seats and closed days hold together, each with its place in the form', () => {
  const fine = { unit_id: 'a', seats: 4 }
  expect(
    seatProblems([fine, { unit_id: 'b', seats: 1 }], [{ from: '2027-03-01', to: '2027-03-01' }]),
  ).toEqual({})
  expect(seatProblems([fine, fine, { unit_id: '', seats: '' }], [])).toEqual({
    'quota_by_unit.1.unit_id': 'This unit is in the list already.',
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

it('is found by any of its words and its state', () => {
  const row = fakePartnership({ site_names: ['River North'], all_sites: false })
  expect(fits(row, { q: 'north lake' })).toBe(true)
  expect(fits(row, { q: 'south' })).toBe(false)
  expect(fits(row, { state: 'active' })).toBe(true)
  expect(fits(row, { state: 'expired' })).toBe(false)
})

it('is written to a file and said in dates', () => {
  expect(exportRow(fakePartnership({ state: 'under_review' }))).toEqual([
    'Lake School', 'River Health', 'under review', 'all sites', 'Affiliation agreement', '2026-01-12', '2028-01-11', 30, 1, null,
  ]) // prettier-ignore
  expect(datesOf(fakePartnership({ effective_from: null }))).toBe('—')
})

it.each([
  ['%PDF-1.7', true],
  ['%PDF', false],
  ['<html>', false],
  ['', false],
])('"%s" begins a PDF: %s', (text, yes) => expect(isPdf(new TextEncoder().encode(text))).toBe(yes))
