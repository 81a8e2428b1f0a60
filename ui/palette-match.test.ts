import { expect, it } from 'vitest'
import { matching } from './palette-match.ts'

const commands = [
  { label: 'School: Student progress', keywords: ['hours', 'cohorts'] },
  { label: 'Administration: Semester reports', keywords: ['term'] },
  { label: 'School: Reports', keywords: ['export'] },
  { label: 'School: Cohorts', keywords: ['groups'] },
  { label: 'Plan a shift', description: 'For a cohort' },
]
const namesOf = (typed: string) => matching(commands, typed).map(({ label }) => label)

it('a name that matches the typed text comes before a mere mention', () => {
  expect(namesOf('cohorts')).toEqual(['School: Cohorts', 'School: Student progress'])
  expect(namesOf(' Reports ')).toEqual(['School: Reports', 'Administration: Semester reports'])
  expect(namesOf('coh')).toEqual(['School: Cohorts', 'School: Student progress', 'Plan a shift'])
})

it('every word must match somewhere; equal matches keep their order', () => {
  expect(namesOf('school')).toEqual(['School: Student progress', 'School: Reports', 'School: Cohorts'])
  expect(namesOf('shift plan')).toEqual(['Plan a shift'])
  expect(namesOf('shift dance')).toEqual([])
})
