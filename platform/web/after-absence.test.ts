import { QueryObserver } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { afterEach, expect, test, vi } from 'vitest'
import { askAfterAbsence } from './after-absence.ts'
import { createQueryClient } from './query-client.ts'

const MINUTE = 60_000

/** A page that can be hidden and shown again, with one answer on screen and one that was left. */
async function stage({ isTyping = false } = {}) {
  const toast = { success: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const client = createQueryClient(toast)
  const listeners: (() => void)[] = []
  const page = {
    hidden: false,
    addEventListener: (_: string, listen: () => void) => void listeners.push(listen),
  }
  let time = 0
  let asked = 0
  askAfterAbsence(client, { isTyping: () => isTyping, page: page as never, now: () => time })
  const ask = vi.fn<() => Promise<string>>(async () => `answer ${(asked += 1)}`)
  await client.fetchQuery({ queryKey: ['left'], queryFn: async () => 'old' })
  const shown = new QueryObserver(client, { queryKey: ['shown'], queryFn: ask, retry: false })
  cleanUps.push(shown.subscribe(() => {}))
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('answer 1'))
  const turn = (hidden: boolean) => {
    page.hidden = hidden
    for (const listen of listeners) listen()
  }
  const away = (milliseconds: number) => {
    turn(true)
    time += milliseconds
    turn(false)
  }
  return { toast, client, ask, shown, away }
}
const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const stop of cleanUps.splice(0)) stop()
})

test('a page that was hidden for longer than answers are kept asks once for what is on screen, and later for the rest', async () => {
  const { client, ask, shown, away } = await stage()
  away(10 * MINUTE)
  expect(ask).toHaveBeenCalledOnce()
  expect(client.getQueryData(['left'])).toBe('old')

  away(10 * MINUTE + 1)
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('answer 2'))
  expect(client.getQueryData(['left'])).toBeUndefined()
  away(MINUTE)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a failure leaves what is on screen, and says nothing', async () => {
  const { toast, ask, shown, away } = await stage()
  ask.mockRejectedValueOnce(new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))
  away(60 * MINUTE)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(shown.getCurrentResult().fetchStatus).toBe('idle'))
  expect(shown.getCurrentResult()).toMatchObject({ data: 'answer 1', isError: false })
  expect(toast.error).not.toHaveBeenCalled()
  // What a person asks for is said when it fails.
  ask.mockRejectedValueOnce(new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))
  await shown.refetch()
  expect(toast.error).toHaveBeenCalledOnce()
})

test('nothing is asked while something is typed that is not sent', async () => {
  const { ask, away } = await stage({ isTyping: true })
  away(60 * MINUTE)
  expect(ask).toHaveBeenCalledOnce()
})
