import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CapstoneAhead } from '../contract.ts'
import { CapstonesAhead } from './CapstonesAhead.tsx'

const row: CapstoneAhead = {
  id: 'a',
  school_id: 'lake',
  school_name: 'Lake School',
  unit_name: '5 East',
  preceptor_name: 'Priya Raman',
  days: 3,
  first: '2026-12-04',
  last: '2026-12-18',
}
const wordsOf = (rows: readonly CapstoneAhead[], more = {}): string =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <CapstonesAhead rows={rows} when="after that day" {...more} />
    </MantineProvider>,
  )
    .replace(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')

test('names each project with its days, and says that they stay planned', () => {
  const words = wordsOf([row, { ...row, preceptor_name: 'Lee Moss', days: 1, last: '2026-12-04' }])
  expect(words).toContain('1 capstone student has planned days after that day')
  expect(words).toContain('they stay planned until the school moves or removes them')
  expect(words).toContain('the school and the facility are notified')
  expect(words).toContain('Lake School, 5 East, with Priya Raman: 3 days, Dec 4 – 18, 2026')
  expect(words).toContain('with Lee Moss: 1 day, December 4, 2026')
  expect(wordsOf([row], { isNotified: false })).not.toContain('notified')
  expect(wordsOf([row, { ...row, id: 'b' }])).toContain('2 capstone students have planned days')
})

test('shows nothing if there is no project', () => {
  expect(wordsOf([]).trim()).toBe('')
})
