import { expect, test } from 'vitest'
import { byName, clearanceWords, maskedWords } from './rules.ts'

const of = (...labels: string[]) =>
  byName(labels.map((label) => ({ label, is_named: !/-\d/.test(label) })) as never).map(({ label }) => label)

test('a sheet lists names from A to Z, and those without a name last, by their numbers', () => {
  expect(of('MJC-10', 'Zoë Adler', 'MJC-2', 'Ángel Ruiz', 'Ben Fischer')).toEqual([
    'Ángel Ruiz',
    'Ben Fischer',
    'Zoë Adler',
    'MJC-2',
    'MJC-10',
  ])
})

test('clearance says what is known and which types are missing, and nothing of whom the sheet does not name', () => {
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

test('a sheet says why names are missing and what to do, once for each reason', () => {
  const row = (masked_because: string | null) =>
    ({ masked_because, opens_on: '2031-12-24', school_name: 'Lakeshore' }) as never
  expect(maskedWords([row(null)])).toEqual([])
  expect(maskedWords([row('no_release'), row(null), row('too_early'), row('no_release')])).toEqual([
    '2 by number. Names are shown once students release them to you. Ask Lakeshore: they can ask the student for a release.',
    '1 by number. Names are shown from Dec 24, 2031 on. Come back then. Your organization’s settings say how many days before a shift that is.',
  ])
})
