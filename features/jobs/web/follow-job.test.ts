import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Job } from '../contract.ts'
import { followJob } from './follow-job.ts'

type Read = () => Promise<Pick<Job, 'status'>>
const shifts = ['shifts', 'list']

/** How often the list is fetched after it was shown, while a job is followed that answers in turn; and how often the job is read. */
async function followed(...answers: (Job['status'] | Error)[]): Promise<{ list: number; job: number }> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const list = vi.fn<() => Promise<string>>(async () => 'rows')
  await client.fetchQuery({ queryKey: shifts, queryFn: list })
  list.mockClear()
  const read = vi.fn<Read>(async () => {
    const answer = answers.shift()!
    if (answer instanceof Error) throw answer
    return { status: answer }
  })
  const query = { queryKey: ['jobs', 'get'], queryFn: read }
  // No page shows the job: the dialog that started it was closed.
  followJob(client, 'a job', query, [['shifts']])
  followJob(client, 'a job', query, [['shifts']])
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  // Outside of a browser nothing polls.
  while (answers.length > 0) await client.refetchQueries({ queryKey: ['jobs'] })
  await new Promise((resolve) => setTimeout(resolve, 5))
  client.clear()
  return { list: list.mock.calls.length, job: read.mock.calls.length }
}

test('what a job changes is refetched once it has ended, off screen too', async () => {
  expect(await followed('queued', 'running', 'done')).toEqual({ list: 1, job: 3 })
})

test('a job that failed halfway has changed something, too, and can be followed again', async () => {
  expect(await followed('running', 'failed')).toEqual({ list: 1, job: 2 })
  expect(await followed('running', 'done')).toEqual({ list: 1, job: 2 })
})

test('a job that may not be read anymore is not followed', async () => {
  const refused = new ORPCError('UNAUTHORIZED', { status: 401 })
  expect(await followed('running', refused)).toEqual({ list: 0, job: 2 })
  expect(await followed('done')).toEqual({ list: 1, job: 1 })
})
