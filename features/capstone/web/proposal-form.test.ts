import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { proposalVersionFields, valuesOf } from './proposal-form.ts'

const fields = proposalVersionFields((id) => (id === 's1' ? 'Spring 2027' : 'Another'))

test('what only the other version changed is taken, and what was typed stays until it is settled', () => {
  const base = { ...valuesOf(undefined), title: 'Falls', semester_id: 's1', skills: ['Assessment'] }
  const mine = { ...base, summary: 'Fewer falls.', deliverables: [{ name: 'Poster', due: '2027-04-01' }] }
  const theirs = {
    ...base,
    goals: [{ goal: 'Lead a huddle', measure: 'Checklist', aacn_domain: '' }],
    deliverables: [{ name: 'Poster', due: '2027-05-01' }],
  }
  const differences = differencesIn(fields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: other, whose }) => [key, own, other, whose])).toEqual([
    ['summary', 'Fewer falls.', '', 'mine'],
    ['goals', '', 'Lead a huddle, Checklist', 'theirs'],
    ['deliverables', 'Poster, Apr 1, 2027', 'Poster, May 1, 2027', 'mine'],
  ])
  expect(mergedFrom(fields, mine, theirs, differences)).toEqual({ ...mine, goals: theirs.goals })
})

test('each field of the form is compared', () => {
  expect(fields.map(({ key }) => key).toSorted()).toEqual(Object.keys(valuesOf(undefined)).toSorted())
})
