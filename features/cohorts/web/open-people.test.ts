import { expect, test } from 'vitest'
import type { OpenItem } from '../contract.ts'
import { openCounts, openPeople, openTitle } from './open-people.ts'

const anika = { student_id: 's1', full_name: 'Anika Larson' }
const items: (OpenItem & { cohort: string })[] = [
  { ...anika, item: 'hours_missing', detail: '686.5 of 720 h', cohort: 'Fall' },
  { ...anika, item: 'shifts_ahead', detail: '5', cohort: 'Fall' },
  { student_id: 's2', full_name: 'Ben Ode', item: 'hours_missing', detail: '700 of 720 h', cohort: 'Fall' },
  { student_id: null, full_name: 'Ana', item: 'invitation_open', detail: 'ana@x.edu', cohort: 'Fall' },
  { student_id: null, full_name: 'Ana', item: 'invitation_open', detail: 'ana@y.edu', cohort: 'Fall' },
]

test('what is open is listed once for each person', () => {
  expect(openPeople(items).map(({ full_name, items: own }) => [full_name, own.length])).toEqual([
    ['Anika Larson', 2],
    ['Ben Ode', 1],
    ['Ana', 1],
    ['Ana', 1],
  ])
})

test('the same student in two cohorts is listed for each of them', () => {
  expect(openPeople([items[0]!, { ...items[0]!, cohort: 'Spring' }])).toHaveLength(2)
})

test('says how many students are not ready, and what is open how often, the most frequent first', () => {
  expect(openTitle(items)).toBe('2 students aren’t ready to graduate')
  expect(openTitle(items.slice(0, 2))).toBe('1 student isn’t ready to graduate')
  expect(openTitle(items.slice(3))).toBe('2 invitations are not answered')
  expect(openTitle(items.slice(4))).toBe('1 invitation is not answered')
  expect(openCounts(items)).toBe('2 lack hours · 2 invitations not answered · 1 still has shifts')
})
