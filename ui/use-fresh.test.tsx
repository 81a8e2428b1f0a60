import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useFresh } from './use-fresh.ts'

type State = { isFetchedAfterMount: boolean; isError: boolean }
const cached = { isFetchedAfterMount: false, isError: false }
const fetched = { isFetchedAfterMount: true, isError: false }
const failed = { isFetchedAfterMount: true, isError: true }

/** What is shown after these states of a query that has data all the time. */
function shownAfter(...states: State[]): string {
  function Screen() {
    const [at, setAt] = useState(0)
    const { data } = useFresh({ ...states[at]!, isPending: false, data: 'the form' })
    if (at < states.length - 1) setAt(at + 1)
    return data ?? 'nothing'
  }
  return renderToString(<Screen />)
}

test('a form starts with data that was just fetched, and stays if the next fetch fails', () => {
  expect(shownAfter(cached)).toBe('nothing')
  expect(shownAfter(cached, failed)).toBe('nothing')
  expect(shownAfter(cached, fetched)).toBe('the form')
  expect(shownAfter(cached, fetched, failed)).toBe('the form')
})
