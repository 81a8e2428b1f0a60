import { describe, expect, it } from 'vitest'
import type { Decision, Holding, HoldingKind, Successor } from './contract.ts'
import type { Role } from '#core/roles.ts'
import { faultWords, storedFault } from './messages.ts'
import {
  actionsFor,
  clashing,
  countSteps,
  departureBlocker,
  faultOfDue,
  fitsTarget,
  givenBackText,
  heldAfter,
  lastDayBlocker,
  outcomeText,
  byKindAndDay,
  type HoldingFacts,
  labelOf,
  type PlacedHolding,
  planSteps,
  type Target,
} from './rules.ts'

const holding = (id: string, kind: Holding['kind'] = 'lead'): Holding => ({
  kind,
  id,
  date: '2027-01-12',
  label: `Shift ${id}`,
})
const decide = (
  id: string,
  action: Decision['action'],
  successor_id: string | null = null,
  kind: Holding['kind'] = 'lead',
): Decision => ({ kind, id, action, successor_id })
const successor = (id: string, clashes: string[] = [], kind: Holding['kind'] = 'lead'): Successor => ({
  kind,
  id,
  full_name: id,
  clashes,
})

describe('decisions', () => {
  it('presets nothing: a holding without a decision is undecided', () => {
    const { steps, undecided } = planSteps([holding('a'), holding('b')], [decide('b', 'free')])
    expect(undecided.map(({ id }) => id)).toEqual(['a'])
    expect(steps.map(({ id, action }) => [id, action])).toEqual([['b', 'free']])
  })

  it('treats a hand-over to no one, and an action its kind does not allow, as undecided', () => {
    const holdings = [holding('a'), holding('s', 'seat')]
    const decisions = [decide('a', 'hand_over'), decide('s', 'hand_over', 'x', 'seat')]
    expect(planSteps(holdings, decisions).undecided).toEqual(holdings)
  })

  it('ignores decisions on things the person does not hold', () => {
    expect(planSteps([], [decide('gone', 'free')])).toEqual({ steps: [], undecided: [] })
  })

  it('distinguishes equal ids of different kinds', () => {
    const holdings = [holding('a'), holding('a', 'cohort')]
    const { undecided } = planSteps(holdings, [decide('a', 'free')])
    expect(undecided.map(({ kind }) => kind)).toEqual(['cohort'])
  })
})

describe('a successor', () => {
  it('cannot have another shift then, and must be eligible', () => {
    const { steps } = planSteps(
      [holding('a'), holding('b'), holding('c'), holding('d')],
      [
        decide('a', 'hand_over', 'nora'),
        decide('b', 'hand_over', 'nora'),
        decide('c', 'hand_over', 'stranger'),
        decide('d', 'free'),
      ],
    )
    const able = [successor('nora', ['b']), successor('stranger', [], 'cohort')]
    expect(clashing(steps, able).map(({ id }) => id)).toEqual(['b', 'c'])
  })
})

it('counts what was done', () => {
  const { steps } = planSteps(
    [holding('a'), holding('b'), holding('c')],
    [decide('a', 'hand_over', 'n'), decide('b', 'free'), decide('c', 'keep')],
  )
  expect(outcomeText(countSteps(steps))).toBe('1 handed over, 1 freed, 1 kept.')
  expect(outcomeText(countSteps([]))).toBe('Nothing had to be decided.')
})

describe('permissions', () => {
  const person = { id: 'p', role: 'proctor', status: 'active' } as const
  it.each([
    ['superadmin', 'superadmin'],
    ['school_super_admin', 'school_admin'],
    ['school_admin', 'proctor'],
    ['school_admin', 'student'],
    ['facility_admin', 'facility_admin'],
  ] as const)('a %s a %s', (by, role) =>
    expect(departureBlocker({ ...person, role }, { id: 'me', role: by })).toBeNull(),
  )
  it.each([
    ['school_admin', 'school_admin'],
    ['school_admin', 'facility_admin'],
    ['facility_admin', 'student'],
    ['proctor', 'student'],
    ['student', 'student'],
  ] as const)('a %s no %s', (by, role) =>
    expect(departureBlocker({ ...person, role }, { id: 'me', role: by })).toContain('Your role'),
  )

  it("includes one's own account, but no pending one", () => {
    const me = { id: 'me', role: 'superadmin' } as const
    expect(departureBlocker({ ...person, id: 'me' }, { id: 'me', role: 'student' })).toBeNull()
    for (const status of ['pending', 'returned', 'declined'])
      expect(departureBlocker({ ...person, status }, me)).toContain('Waiting for approval')
    expect(departureBlocker({ ...person, status: 'deactivated' }, me)).toBeNull()
  })
})

describe('a last day', () => {
  const today = '2027-01-12'
  it.each([
    [null, null],
    [today, null],
    ['2027-01-11', 'departure.past_day'],
    ['2029-01-11', null],
    ['2029-01-12', 'departure.far_day'],
  ])('%s: %s', (day, code) => expect(lastDayBlocker(day, today)?.code ?? null).toBe(code))

  it('keeps what is on or before it, and releases what is later or has no date', () => {
    const of = (id: string, date: string | null): Holding => ({ kind: 'lead', id, date, label: id })
    const held = [of('before', '2027-01-11'), of('on', today), of('after', '2027-01-13'), of('never', null)]
    expect(heldAfter(held, today).map(({ id }) => id)).toEqual(['after', 'never'])
    expect(heldAfter(held, null)).toEqual(held)
  })
})

describe('another role, school or facility', () => {
  const at = (
    kind: Holding['kind'],
    school: string | null,
    facility: string | null = null,
  ): PlacedHolding => ({
    ...holding('x', kind),
    school_id: school,
    facility_id: facility,
  })
  const to = (role: Role, school: string | null = null, scope: string[] = []): Target => ({
    role,
    school_id: school,
    scope: new Set(scope),
  })
  it.each<[string, PlacedHolding, Target, boolean]>([
    ['an instructor of the same school leads on', at('lead', 'a', 'u'), to('proctor', 'a'), true],
    ['not at another school', at('lead', 'a', 'u'), to('proctor', 'b'), false],
    ['not as an administrator', at('lead', 'a', 'u'), to('school_admin', 'a'), false],
    ['who keeps advising', at('cohort', 'a'), to('school_admin', 'a'), true],
    ['a student has no cohort to advise', at('cohort', 'a'), to('student', 'a'), false],
    ['a seat is for a student of the school', at('seat', 'a', 'u'), to('student', 'b'), false],
    [
      'a permission counts within the new facility',
      at('permission', null, 'u'),
      to('facility_admin', null, ['s', 'u']),
      true,
    ],
    ['and ends beyond it', at('permission', null, 'u'), to('facility_admin', null, ['t']), false],
    ['a superadmin precepts nothing', at('precept', 'a', 'u'), to('superadmin', null, ['u']), false],
    ['an invitation stays with an administrator', at('invitation', 'a'), to('school_super_admin', 'a'), true],
  ])('%s', (_name, held, target, fits) => expect(fitsTarget(held, target)).toBe(fits))

  it('keeps nothing but invitations, and hands over or frees the rest', () => {
    expect(actionsFor('lead', 'leave')).toContain('keep')
    expect(actionsFor('lead', 'change')).toEqual(['hand_over', 'free'])
    expect(actionsFor('invitation', 'change')).toContain('keep')
    expect(planSteps([holding('a')], [decide('a', 'keep')], 'change').undecided).toHaveLength(1)
  })
})

it('counts what was given back', () => {
  expect(givenBackText({ given_back: 3, left: [] })).toBe('3 given back.')
  expect(givenBackText({ given_back: 0, left: [{ label: 'x', reason: 'y' }] })).toBe(
    '1 could not be given back.',
  )
})

describe('a departure whose last day is over', () => {
  const due = { decider: 'Ana Ruiz', may_still: true, job_id: null, error_message: null }
  it.each([
    [{}, null],
    [{ may_still: false }, 'Ana Ruiz decided on this and may no longer do so.'],
    [{ job_id: 'j' }, 'The job was canceled.'],
    [{ job_id: 'j', error_message: 'Not now.', may_still: false }, 'Not now.'],
  ])('with %o cannot start because of %o', (more, fault) => {
    const found = faultOfDue({ ...due, ...more })
    expect(found && faultWords(storedFault(found))).toBe(fault)
  })
})

describe('labels of holdings', () => {
  const shift = {
    unit: '5 East',
    site: 'Mercy',
    date: '2027-03-02',
    start_time: '07:00',
    end_time: '15:00',
  }
  const day = 'Tuesday, March 2, 7:00 AM–3:00 PM'
  it.each<[HoldingKind, HoldingFacts, string]>([
    ['lead', shift, `5 East, Mercy, ${day}`],
    ['precept', { ...shift, unit: null, site: null }, `on campus, ${day}`],
    ['seat', { ...shift, status: 'assigned' }, `5 East, Mercy, ${day}`],
    ['seat', { ...shift, status: 'offered' }, `5 East, Mercy, ${day} (offered)`],
    ['request', { ...shift, status: 'waitlisted' }, `5 East, Mercy, ${day} (waitlist)`],
    ['swap', { ...shift, name: 'Jenna' }, `With Jenna: 5 East, Mercy, ${day}`],
    ['cohort', { name: 'BSN 2027' }, 'BSN 2027'],
    ['permission', { permission: 'unit admin', at: 'Mercy' }, 'unit admin at Mercy'],
    [
      'permission_request',
      { permission: 'verifier', at: 'Mercy', name: 'Frank' },
      'verifier at Mercy for Frank',
    ],
    ['invitation', { name: 'Ana', email: 'ana@school.edu' }, 'Ana, ana@school.edu'],
    ['invitation', { name: null, email: 'ana@school.edu' }, 'ana@school.edu'],
  ])('%s', (kind, facts, label) => {
    expect(labelOf(kind, facts)).toBe(label)
  })

  it('sorts by kind, then by date, with undated ones last', () => {
    const at = (kind: HoldingKind, date: string | null, label = 'x') => ({ kind, id: label, date, label })
    const rows = [
      at('cohort', null),
      at('permission', null),
      at('permission', '2027-05-01'),
      at('lead', '2027-03-03'),
      at('lead', '2027-03-02', 'b'),
      at('lead', '2027-03-02', 'a'),
    ]
    expect(rows.toSorted(byKindAndDay).map(({ kind, date, label }) => `${kind} ${date} ${label}`)).toEqual([
      'lead 2027-03-02 a',
      'lead 2027-03-02 b',
      'lead 2027-03-03 x',
      'cohort null x',
      'permission 2027-05-01 x',
      'permission null x',
    ])
  })
})
