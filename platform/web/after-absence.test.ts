import { ORPCError } from '@orpc/client'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { askAgainQuietly } from './after-absence.ts'
import { createQueryClient } from './query-client.ts'

/** One answer on screen and one that was left. */
async function stage() {
  const toast = { success: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const client = createQueryClient(toast)
  let asked = 0
  const ask = vi.fn<() => Promise<string>>(async () => `answer ${(asked += 1)}`)
  await client.fetchQuery({ queryKey: ['left'], queryFn: async () => 'old' })
  const shown = new QueryObserver(client, { queryKey: ['shown'], queryFn: ask, retry: false })
  cleanUps.push(shown.subscribe(() => {}))
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('answer 1'))
  return { toast, client, ask, shown }
}
const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const stop of cleanUps.splice(0)) stop()
})

test('what is on screen is asked again once, the rest when it is opened', async () => {
  const { client, ask, shown } = await stage()
  await askAgainQuietly(client, () => false)
  expect(shown.getCurrentResult().data).toBe('answer 2')
  expect(ask).toHaveBeenCalledTimes(2)
  expect(client.getQueryData(['left'])).toBeUndefined()
})

test('a failure leaves what is on screen, and says nothing', async () => {
  const { toast, client, ask, shown } = await stage()
  const broken = new ORPCError('SERVICE_UNAVAILABLE', { status: 503 })
  ask.mockRejectedValueOnce(broken).mockRejectedValueOnce(broken)
  await askAgainQuietly(client, () => false)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(shown.getCurrentResult()).toMatchObject({ data: 'answer 1', isError: false, fetchStatus: 'idle' })
  expect(toast.error).not.toHaveBeenCalled()
  // What a person asks for is said when it fails.
  ask.mockRejectedValueOnce(new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))
  await shown.refetch()
  expect(toast.error).toHaveBeenCalledOnce()
})

test('nothing is asked while something is typed that is not sent', async () => {
  const { client, ask } = await stage()
  await askAgainQuietly(client, () => true)
  expect(ask).toHaveBeenCalledOnce()
})
