import { expect, test } from 'vitest'
import { zoneName } from './zone-name.ts'

test('a time zone is named as people say it', () => {
  expect(['America/Chicago', 'America/Phoenix'].map(zoneName)).toEqual([
    'Central Time',
    'Mountain Standard Time',
  ])
})
