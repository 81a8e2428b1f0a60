import { expect, test } from 'vitest'
import { fakeSemester } from '../fake.ts'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { semesterFields } from './conflict.ts'
import { valuesOf } from './semester-values.ts'

const base = valuesOf(fakeSemester())
const mine = { ...base, name: 'Fall 2026, mine', end_date: '2026-12-18' }
const theirs = {
  ...base,
  name: 'Fall 2026, theirs',
  settings: { ...base.settings, holidays: ['2026-10-12'] },
}

test('a conflict lists only differences: mine where I typed, theirs where only they did', () => {
  const differences = differencesIn(semesterFields, base, mine, theirs)
  expect(differences).toEqual([
    { key: 'name', label: 'Name', mine: 'Fall 2026, mine', theirs: 'Fall 2026, theirs', whose: 'mine' },
    { key: 'end_date', label: 'Last day', mine: 'Dec 18, 2026', theirs: 'Dec 11, 2026', whose: 'mine' },
    { key: 'holidays', label: 'School holidays', mine: '', theirs: 'Oct 12, 2026', whose: 'theirs' },
  ])
  expect(mergedFrom(semesterFields, mine, theirs, differences)).toEqual({
    ...mine,
    settings: theirs.settings,
  })
})

test('choosing all of theirs or all of mine works', () => {
  const all = (whose: 'mine' | 'theirs') =>
    differencesIn(semesterFields, base, mine, theirs).map((each) => ({ ...each, whose }))
  expect(mergedFrom(semesterFields, mine, theirs, all('theirs'))).toEqual(theirs)
  expect(mergedFrom(semesterFields, mine, theirs, all('mine'))).toEqual(mine)
})

test('incomplete input is still shown as text', () => {
  const half = { ...mine, start_date: '', semester_type: '' as const }
  expect(differencesIn(semesterFields, base, half, theirs).map(({ mine: words }) => words)).toContain('')
})
