import { expect, test } from 'vitest'
import { journeysOf, testsOfSql, treeTests } from './changed.ts'

const journeys = ['e2e/shifts.e2e.ts', 'e2e/semesters.e2e.ts', 'e2e/pages.e2e.ts']

test('a changed journey runs, and so does the one named after a changed feature', () => {
  expect(journeysOf(['e2e/pages.e2e.ts'], journeys)).toEqual(['e2e/pages.e2e.ts'])
  expect(journeysOf(['features/shifts/web/Board.tsx', 'docs/words.md'], journeys)).toEqual([
    'e2e/shifts.e2e.ts',
  ])
  expect(journeysOf(['features/shifts/rules.test.ts', 'README.md'], journeys)).toEqual([])
})

test('a change of shared journey code runs all journeys', () => {
  expect(journeysOf(['e2e/people.ts'], journeys)).toEqual(journeys)
})

test.each(['ui/Form.tsx', 'platform/web/api.ts', 'core/roles.ts', 'app/server.ts'])(
  'a change of shared code (%s) runs all journeys, a change of its tests none',
  (file) => {
    expect(journeysOf([file], journeys)).toEqual(journeys)
    expect(journeysOf([file.replace('.ts', '.test.ts')], journeys)).toEqual([])
  },
)

test('tests that read the whole tree run after any change, though they import nothing of it', () => {
  const names = ['words', 'kit', 'limits', 'held-in-typescript', 'house', 'sql-law', 'sql-size', 'spec-map']
  expect(treeTests()).toEqual(
    expect.arrayContaining([
      ...names.map((name) => `scripts/${name}.test.ts`),
      'routes/access.test.ts',
      'app/notification-texts.test.ts',
    ]),
  )
  expect(treeTests()).not.toContain('scripts/results-reporter.test.ts')
})

test('changed SQL runs the tests of its feature and of the whole database', () => {
  expect(testsOfSql(['features/hours/db/kernel.sql', 'features/shifts/rules.ts'])).toEqual([
    'database/catalog.db.test.ts',
    'database/matrix.db.test.ts',
    'database/spec-procedures.db.test.ts',
    'features/hours/',
  ])
  expect(testsOfSql(['features/shifts/rules.ts'])).toEqual([])
})
