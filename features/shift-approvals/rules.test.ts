import { expect, test } from 'vitest'
import { byName, clearanceWords } from './rules.ts'

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
