import { ORPCError } from '@orpc/client'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { refetchQuietly } from './refetch-quietly.ts'
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

test('what is on screen is refetched once, the rest when it is opened', async () => {
  const { client, ask, shown } = await stage()
  await refetchQuietly(client, () => false)
  expect(shown.getCurrentResult().data).toBe('answer 2')
  expect(ask).toHaveBeenCalledTimes(2)
  expect(client.getQueryData(['left'])).toBeUndefined()
})

test('an answer that came meanwhile stays', async () => {
  const { client, ask, shown } = await stage()
  let answer: (text: string) => void = () => {}
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const asking = refetchQuietly(client, () => false)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  client.setQueryData(['shown'], 'after a press')
  answer('before it')
  await asking
  expect(shown.getCurrentResult().data).toBe('after a press')
})

test('a failure keeps what is on screen, and shows nothing', async () => {
  const { toast, client, ask, shown } = await stage()
  const broken = new ORPCError('SERVICE_UNAVAILABLE', { status: 503 })
  ask.mockRejectedValueOnce(broken).mockRejectedValueOnce(broken)
  await refetchQuietly(client, () => false)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(shown.getCurrentResult()).toMatchObject({ data: 'answer 1', isError: false, fetchStatus: 'idle' })
  expect(toast.error).not.toHaveBeenCalled()
  // A failure of what a person asks for is shown.
  ask.mockRejectedValueOnce(new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))
  await shown.refetch()
  expect(toast.error).toHaveBeenCalledOnce()
})

test('nothing is fetched while something typed is unsaved', async () => {
  const { client, ask } = await stage()
  await refetchQuietly(client, () => true)
  expect(ask).toHaveBeenCalledOnce()
})
