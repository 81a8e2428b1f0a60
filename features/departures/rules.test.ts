import { describe, expect, it } from 'vitest'
import type { Decision, Holding, Successor } from './contract.ts'
import { clashing, countSteps, departureBlocker, outcomeText, planSteps } from './rules.ts'

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

describe('what is decided', () => {
  it('presets nothing: what has no decision is undecided', () => {
    const { steps, undecided } = planSteps([holding('a'), holding('b')], [decide('b', 'free')])
    expect(undecided.map(({ id }) => id)).toEqual(['a'])
    expect(steps.map(({ id, action }) => [id, action])).toEqual([['b', 'free']])
  })

  it('takes a hand-over to nobody, and what a kind does not allow, for undecided', () => {
    const holdings = [holding('a'), holding('s', 'seat')]
    const decisions = [decide('a', 'hand_over'), decide('s', 'hand_over', 'x', 'seat')]
    expect(planSteps(holdings, decisions).undecided).toEqual(holdings)
  })

  it('ignores decisions on what the person does not hold', () => {
    expect(planSteps([], [decide('gone', 'free')])).toEqual({ steps: [], undecided: [] })
  })

  it('keeps equal ids of different kinds apart', () => {
    const holdings = [holding('a'), holding('a', 'cohort')]
    const { undecided } = planSteps(holdings, [decide('a', 'free')])
    expect(undecided.map(({ kind }) => kind)).toEqual(['cohort'])
  })
})

describe('who takes over', () => {
  it('cannot be someone with another shift then, or someone who is not eligible', () => {
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

it('says what was done in numbers', () => {
  const { steps } = planSteps(
    [holding('a'), holding('b'), holding('c')],
    [decide('a', 'hand_over', 'n'), decide('b', 'free'), decide('c', 'keep')],
  )
  expect(outcomeText(countSteps(steps))).toBe('1 handed over, 1 freed, 1 kept.')
  expect(outcomeText(countSteps([]))).toBe('Nothing had to be decided.')
})

describe('who may', () => {
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

  it('nobody themselves, and nobody who waits for approval', () => {
    const me = { id: 'me', role: 'superadmin' } as const
    expect(departureBlocker({ ...person, id: 'me' }, me)).toContain('Nobody deactivates themselves')
    for (const status of ['pending', 'returned', 'declined'])
      expect(departureBlocker({ ...person, status }, me)).toContain('Waits for approval')
    expect(departureBlocker({ ...person, status: 'deactivated' }, me)).toBeNull()
  })
})
