import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WorkQueue } from './WorkQueue.tsx'

const loaded = { data: [], isError: false }
const pending = { data: undefined, isError: false }
const failed = { data: undefined, isError: true }

/** The list's text with nothing to do so far, and whether it shows a skeleton. */
function shown(...queries: (typeof loaded | typeof pending)[]): { words: string; isLoading: boolean } {
  const markup = renderToStaticMarkup(
    <MantineProvider env="test">
      <WorkQueue label="What needs you" items={[]} queries={queries} empty="You’re all caught up." />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>/gs, '')
  return { words: markup.replaceAll(/<[^>]*>/g, ''), isLoading: markup.includes('keleton') }
}

test('a list whose work is known, and is none, says so', () => {
  expect(shown(loaded, loaded)).toEqual({ words: 'You’re all caught up.', isLoading: false })
})

test('while some of it loads, or if it could not be loaded, no one is told to be caught up', () => {
  expect(shown(loaded, pending)).toMatchObject({ isLoading: true })
  expect(shown(loaded, pending).words).not.toContain('caught up')
  expect(shown(pending, failed)).toEqual({ words: '', isLoading: false })
})
