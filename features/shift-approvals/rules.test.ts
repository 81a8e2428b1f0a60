import { expect, test } from 'vitest'
import { approvable, byName, clearanceWords } from './rules.ts'

const of = (...labels: string[]) =>
  byName(labels.map((label) => ({ label, is_named: !/-\d/.test(label) })) as never).map(({ label }) => label)

test('a sheet lists names from A to Z, and students without a name last, by their numbers', () => {
  expect(of('MJC-10', 'Zoë Adler', 'MJC-2', 'Ángel Ruiz', 'Ben Fischer')).toEqual([
    'Ángel Ruiz',
    'Ben Fischer',
    'Zoë Adler',
    'MJC-2',
    'MJC-10',
  ])
})

test('clearance says what is known and which types are missing, and nothing about students whom the sheet does not name', () => {
  const words = (cleared: boolean | null, missing_types: string[] | null = null, is_named = true) =>
    clearanceWords({ is_named, cleared, missing_types })
  expect([words(null), words(true), words(false), words(false, ['BLS', 'TB'])]).toEqual([
    'Not checked yet',
    'Cleared',
    'Not cleared',
    'Not cleared: BLS, TB',
  ])
  expect(words(false, ['BLS'], false)).toBe('')
})

test('of a request, what another school has the unit for is not approved, and said beforehand', () => {
  const shift = (id: string, is_taken?: true) => ({ id, version: 1, ...(is_taken && { is_taken }) })
  const free = { id: 'a', version: 1 }
  expect(approvable({ count: 1, shifts: [shift('a')] })).toEqual({ count: 1, shifts: [free], why: null })
  expect(approvable({ count: 1, shifts: [shift('a', true)] })).toEqual({
    count: 0,
    shifts: [],
    why: 'Not free: another school has the unit.',
  })
  expect(approvable({ count: 2, shifts: [shift('a'), shift('b', true)] })).toEqual({
    count: 1,
    shifts: [free],
    why: '1 of 2 not free: another school has the unit.',
  })
})
