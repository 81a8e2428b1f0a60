import { expect, it } from 'vitest'
import type { Holding, Successor } from '../contract.ts'
import { choicesBlocker, decisionsOf, groupHoldings } from './departure-groups.ts'

const holdings: Holding[] = [
  { kind: 'lead', id: 'a', date: '2027-01-12', label: '5 East, January 12' },
  { kind: 'lead', id: 'b', date: '2027-01-13', label: '5 East, January 13' },
  { kind: 'cohort', id: 'c', date: null, label: 'Fall 2026' },
]
const successors: Successor[] = [
  { kind: 'lead', id: 'nora', full_name: 'Nora Bell', clashes: ['b'] },
  { kind: 'cohort', id: 'ana', full_name: 'Ana Ruiz', clashes: [] },
]

it('is blocked until each holding is decided, and while a successor cannot take over', () => {
  expect(choicesBlocker(holdings, successors, {})).toBe('3 of 3 not decided yet.')
  const choices = { 'lead a': 'nora', 'lead b': 'nora', 'cohort c': 'free' }
  expect(choicesBlocker(holdings, successors, choices)).toContain('1 shift cannot')
  expect(choicesBlocker(holdings, successors, { ...choices, 'lead b': 'free' })).toBeNull()
  expect(choicesBlocker([], [], {})).toBeNull()
})

it('sends each choice as a decision, and nothing for undecided ones', () => {
  expect(decisionsOf(holdings, { 'lead a': 'nora', 'cohort c': 'keep' })).toEqual([
    { kind: 'lead', id: 'a', action: 'hand_over', successor_id: 'nora' },
    { kind: 'cohort', id: 'c', action: 'keep', successor_id: null },
  ])
})

it('groups by kind, offers only eligible people, and says how many holdings they are free for', () => {
  const [lead, cohort] = groupHoldings(holdings, successors, { 'lead b': 'nora' })
  expect(lead).toMatchObject({ name: 'Shifts to lead', detail: '2' })
  expect(lead!.options.map(({ label }) => label)).toEqual([
    'Hand over to Nora Bell (free for 1 of 2)',
    'Leave without an instructor',
    'Keep: they’ll still attend',
  ])
  expect(lead!.items.map(({ error }) => error)).toEqual([undefined, 'Has another shift at that time.'])
  expect(lead!.items[1]!.options![0]).toMatchObject({ value: 'nora', disabled: true })
  expect(cohort!.options.map(({ value }) => value)).toEqual(['ana', 'free', 'keep'])
})
