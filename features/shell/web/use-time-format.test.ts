import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { renewAnswers } from './use-time-format.ts'

test('everything on screen is rendered again from the same answers, without asking again', () => {
  const client = new QueryClient()
  const rows = [{ id: 's1', start_time: '07:00' }]
  client.setQueryData(['shifts'], rows, { updatedAt: 5 })
  const results: unknown[] = []
  const queryFn = () => Promise.reject<typeof rows>(new Error('asked'))
  const observer = new QueryObserver<typeof rows>(client, {
    queryKey: ['shifts'],
    queryFn,
    staleTime: Infinity,
  })
  observer.subscribe(({ data }) => results.push(data))
  renewAnswers(client)
  const shown = observer.getCurrentResult()
  expect(shown.data).toEqual(rows)
  // New objects, down to each row: nothing that compares its data keeps the old text.
  expect(shown.data).not.toBe(rows)
  expect(shown.data![0]).not.toBe(rows[0])
  expect(shown).toMatchObject({ dataUpdatedAt: 5, fetchStatus: 'idle', status: 'success' })
})

test('a query without an answer stays as it is', () => {
  const client = new QueryClient()
  const query = client.getQueryCache().build(client, { queryKey: ['shifts'] })
  const before = query.state
  renewAnswers(client)
  expect(query.state).toBe(before)
})
