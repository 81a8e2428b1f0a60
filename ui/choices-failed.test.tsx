import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { QueryLike } from './Loaded.tsx'
import { ChoicesFailed } from './ChoicesFailed.tsx'

const loaded = { isPending: false, isError: false, data: [] }
const pending = { isPending: true, isError: false }
const failed = { isPending: false, isError: true, error: new Error('No connection'), refetch: () => {} }
const wordsOf = (...queries: QueryLike<unknown>[]): string =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <ChoicesFailed queries={queries} />
    </MantineProvider>,
  )
    .replace(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()

test('choices that could not be loaded are said, with a way to try again', () => {
  expect(wordsOf(loaded, failed)).toMatch(/Some choices couldn’t be loaded.*No connection.*Try again/)
})

test('choices that are loaded, or loading, or shown after a failed refresh need no words', () => {
  expect(wordsOf(loaded, pending, { ...failed, data: [] })).toBe('')
})
