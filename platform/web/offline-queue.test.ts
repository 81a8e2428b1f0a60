import { ORPCError } from '@orpc/client'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient, shouldRetryMutation } from './query-client.ts'
import { eraseOfflineData } from './offline-storage.ts'
import { persistOfflineQueue, sendUntilAnswered } from './offline-queue.ts'
import { cancelQueued } from './waiting-actions.ts'

type Act = { id: string; label: string }

const toast = {
  success: vi.fn<(message: string) => void>(),
  error: vi.fn<(message: string, description?: string) => void>(),
}
const key = ['seat action']
let sent: string[]
let answer: () => Promise<unknown>
let storage: Storage
const takeBack = vi.fn<() => void>()

/** The storage of a browser. */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

/** The web locks of one browser: one tab at a time holds a name. */
function browserLocks() {
  const held = new Set<string>()
  const of = () => {
    const own = new Set<string>()
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: unknown) => unknown
      if (held.has(name)) return work(null)
      held.add(name)
      own.add(name)
      const result = await work({ name })
      held.delete(name)
      return result
    }
    return {
      request: request as LockManager['request'],
      close: () => own.forEach((name) => held.delete(name)),
    }
  }
  return of
}
let tab: ReturnType<typeof browserLocks>

/** A tab: its client, and a way to close it. */
function open(person: string): { client: QueryClient; close: () => void } {
  const client = createQueryClient(toast)
  client.mount()
  client.setMutationDefaults(key, {
    mutationFn: sendUntilAnswered(async ({ id }: Act) => {
      sent.push(id)
      return answer()
    }),
    networkMode: 'online',
    retry: shouldRetryMutation,
    retryDelay: 1,
    meta: { quiet: true, waits: (act: Act) => act.label },
  })
  const locks = tab()
  const stop = persistOfflineQueue(client, person, { storage, locks })
  return {
    client,
    close: () => {
      stop()
      client.unmount()
      client.clear()
      locks.close()
    },
  }
}

function press(client: QueryClient, id: string): void {
  const act: Act = { id, label: `Take ${id}` }
  const mutation = client.getMutationCache().build(client, {
    ...client.getMutationDefaults(key),
    mutationKey: key,
    onMutate: () => (onlineManager.isOnline() ? { takeBack } : undefined),
  } as never)
  void (mutation as unknown as { execute: (variables: Act) => Promise<unknown> }).execute(act).catch(() => {})
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

beforeEach(() => {
  sent = []
  answer = () => Promise.resolve('done')
  storage = memory()
  tab = browserLocks()
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.clearAllMocks()
})

it('keeps what is pressed without a connection on the device, sends it once when there is one, and announces it', async () => {
  const { client } = open('jenna')
  onlineManager.setOnline(false)
  press(client, 'a')
  await settled()
  expect([sent, storage.length]).toEqual([[], 1])
  onlineManager.setOnline(true)
  await settled()
  expect([sent, storage.length]).toEqual([['a'], 0])
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Sent: Take a')
})

it('sends it in the next tab of the same person if the first was closed', async () => {
  const first = open('jenna')
  onlineManager.setOnline(false)
  press(first.client, 'a')
  await settled()
  first.close()
  expect(storage.length).toBe(1)
  onlineManager.setOnline(true)
  open('jenna')
  await settled()
  expect([sent, storage.length]).toEqual([['a'], 0])
})

it('sends all that a closed tab left, in the order it was pressed and one after another, in one of two tabs', async () => {
  const first = open('jenna')
  onlineManager.setOnline(false)
  for (const id of ['in', 'out']) {
    press(first.client, id)
    await settled()
  }
  first.close()
  onlineManager.setOnline(true)
  answer = () => settled()
  open('jenna')
  open('jenna')
  await settled()
  expect(sent).toEqual(['in'])
  await settled()
  await settled()
  expect([sent, storage.length]).toEqual([['in', 'out'], 0])
})

it('keeps what the server did not answer, shows it as waiting, and sends it with the next connection or after a pause', async () => {
  const { client } = open('jenna')
  onlineManager.setOnline(false)
  press(client, 'a')
  await settled()
  answer = () => Promise.reject(new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))
  onlineManager.setOnline(true)
  await settled()
  expect([sent, storage.length, toast.error.mock.calls]).toEqual([['a'], 1, []])
  // Pressed while an earlier one waits: it takes its turn.
  press(client, 'b')
  await settled()
  expect([sent, storage.length]).toEqual([['a'], 2])
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await settled()
  expect([sent, storage.length]).toEqual([['a', 'a'], 2])
  answer = () => Promise.resolve('done')
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await settled()
  expect([sent, storage.length]).toEqual([['a', 'a', 'a', 'b'], 0])

  vi.useFakeTimers()
  onlineManager.setOnline(false)
  press(client, 'c')
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(20)
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(20)
  answer = () => Promise.resolve('done')
  await vi.advanceTimersByTimeAsync(31_000)
  vi.useRealTimers()
  expect([sent.slice(4), storage.length]).toEqual([['c', 'c'], 0])
})

it('does not send again what is canceled', async () => {
  const { client } = open('jenna')
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  onlineManager.setOnline(false)
  press(client, 'a')
  await settled()
  onlineManager.setOnline(true)
  await settled()
  const [waiting] = client.getMutationCache().getAll()
  cancelQueued(client, waiting!)
  expect(storage.length).toBe(0)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await settled()
  expect([sent, toast.error.mock.calls]).toEqual([['a'], []])
})

it('lets an action wait in its tab if the device has no room', async () => {
  const { client } = open('jenna')
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  onlineManager.setOnline(false)
  press(client, 'a')
  await settled()
  onlineManager.setOnline(true)
  await settled()
  expect(sent).toEqual(['a'])
})

it('leaves it to the tab that is still open', async () => {
  const first = open('jenna')
  onlineManager.setOnline(false)
  press(first.client, 'a')
  await settled()
  open('jenna')
  await settled()
  expect(storage.length).toBe(1)
  onlineManager.setOnline(true)
  await settled()
  expect(sent).toEqual(['a'])
})

it('erases it without sending when another person signs in on the device, and at sign-out', async () => {
  const first = open('jenna')
  onlineManager.setOnline(false)
  press(first.client, 'a')
  press(first.client, 'b')
  await settled()
  expect(storage.length).toBe(2)
  first.close()
  onlineManager.setOnline(true)
  const second = open('malik')
  await settled()
  expect([sent, storage.length]).toEqual([[], 0])

  onlineManager.setOnline(false)
  press(second.client, 'c')
  await settled()
  expect(storage.length).toBe(1)
  eraseOfflineData(undefined, storage)
  expect(storage.length).toBe(0)
})

it('stops showing it as done if the connection breaks while it is sent', async () => {
  const { client } = open('jenna')
  answer = () => {
    onlineManager.setOnline(false)
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  press(client, 'a')
  await settled()
  expect(takeBack).toHaveBeenCalledOnce()
  expect(storage.length).toBe(1)
  answer = () => Promise.resolve('done')
  onlineManager.setOnline(true)
  await settled()
  expect([sent, storage.length]).toEqual([['a', 'a'], 0])
})

it('announces a refusal, removes it from the device, and keeps what an ended session left unanswered', async () => {
  const { client } = open('jenna')
  onlineManager.setOnline(false)
  press(client, 'a')
  await settled()
  answer = () => Promise.reject(new ORPCError('CONFLICT', { message: 'This shift is full.' }))
  onlineManager.setOnline(true)
  await settled()
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('Not done: Take a', 'This shift is full.')
  expect(storage.length).toBe(0)

  onlineManager.setOnline(false)
  press(client, 'b')
  await settled()
  answer = () => Promise.reject(new ORPCError('UNAUTHORIZED', { message: 'Please sign in.' }))
  onlineManager.setOnline(true)
  await settled()
  expect(storage.length).toBe(1)
  // It is not over: the notice of the ended session is shown instead.
  expect(toast.error).toHaveBeenCalledOnce()
})

it('refuses at once what cannot wait while there is no connection', async () => {
  const { client } = open('jenna')
  onlineManager.setOnline(false)
  const mutation = client.getMutationCache().build(client, {
    ...client.getDefaultOptions().mutations,
    mutationFn: () => Promise.reject(new TypeError('Failed to fetch')),
    meta: { failed: 'The shift was not changed' },
  } as never)
  await expect(mutation.execute(undefined as never)).rejects.toThrow('Failed to fetch')
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    'The shift was not changed',
    expect.stringContaining('You are offline. Nothing was saved'),
  )
  expect(storage.length).toBe(0)
})
