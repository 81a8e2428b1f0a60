import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SeriesDays, SeriesFields, seriesDaysOf, unreadWords } from './SeriesFields.tsx'

const series = { weekdays: ['4'], every: 1, to: '2026-12-03', turned: new Set<string>() }
const days = seriesDaysOf(series, '2026-11-19', new Map([['2026-11-26', 'Thanksgiving']]))
const wordsOf = (of: SeriesDays): string =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <SeriesFields series={series} onChange={() => {}} from="2026-11-19" days={of} />
    </MantineProvider>,
  )
    .replace(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
const pending = { isPending: true, isError: false }
const failed = { isPending: false, isError: true, error: new Error('No connection'), refetch: () => {} }

test('a series leaves out the days off of its semester', () => {
  expect(wordsOf(days)).toContain('2 shifts, 1 left out')
  expect(unreadWords(days)).toBeNull()
})

test('as long as the days off are not known, nothing is planned', () => {
  expect(wordsOf({ ...days, unread: pending })).not.toContain('2 shifts')
  expect(unreadWords({ ...days, unread: pending })).toBe('Looking for the semester’s days off…')
})

test('days off that could not be loaded can be tried again', () => {
  const words = wordsOf({ ...days, unread: failed })
  expect(words).toContain('The semester’s days off couldn’t be loaded')
  expect(words).toContain('Try again')
  expect(words).not.toContain('2 shifts')
  expect(unreadWords({ ...days, unread: failed })).toMatch(/Try again first/)
})
