import { ORPCError } from '@orpc/client'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { describeError, type ErrorSeverity, toastFailure, toastTitleOf } from './app-errors.ts'
import { refetchOnScreen, createQueryClient } from './query-client.ts'

const toast = {
  success: vi.fn<(message: string) => void>(),
  error: vi.fn<(message: string, description?: string) => void>(),
}
const client = createQueryClient(toast)
const { queries, mutations } = client.getDefaultOptions()

describe('the constants of Spec §9', () => {
  it('are stale after 5 minutes, kept for 10, and never refetched on focus or reconnect', () => {
    expect(queries).toMatchObject({
      staleTime: 300_000,
      gcTime: 600_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    })
  })

  it('retry queries up to twice, from one second doubling to ten; mutations once', () => {
    const retry = queries!.retry as (count: number, error: Error) => boolean
    const delay = queries!.retryDelay as (attempt: number) => number
    const broken = new TypeError('Failed to fetch')
    expect([0, 1, 2].map((count) => retry(count, broken))).toEqual([true, true, false])
    expect([0, 1, 2, 3, 4, 5].map((attempt) => delay(attempt))).toEqual([
      1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ])
    const again = mutations!.retry as typeof retry
    expect([0, 1].map((count) => again(count, broken))).toEqual([true, false])
  })

  it('are never retried after a permission refusal (Spec §8)', () => {
    const retry = queries!.retry as (count: number, error: Error) => boolean
    expect(retry(0, new ORPCError('FORBIDDEN', { status: 403 }))).toBe(false)
    expect(retry(0, new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }))).toBe(true)
  })
})

describe('on mount', () => {
  let asked = 0
  /** How often a query is fetched when a page that shows it is opened `ms` after the last time. */
  async function reopened(
    options: { staleTime?: number },
    change: () => unknown,
    ms: number,
  ): Promise<number> {
    vi.useFakeTimers({ toFake: ['Date'] })
    const queryKey = ['mounted', ++asked]
    const queryFn = vi.fn<() => Promise<string>>(async () => 'rows')
    const open = async () => {
      const close = new QueryObserver(client, { queryKey, queryFn, ...options }).subscribe(() => {})
      await client.getQueryCache().find({ queryKey })?.promise
      close()
    }
    await open()
    vi.setSystemTime(Date.now() + ms)
    await change()
    queryFn.mockClear()
    await open()
    vi.useRealTimers()
    return queryFn.mock.calls.length
  }
  const nothing = () => {}
  const minute = 60_000

  it('data that counts as current is not refetched, however old it is (Spec §9)', async () => {
    expect(await reopened({}, nothing, 9 * minute)).toBe(0)
  })

  it('data that others change at any time is refetched, except what was fetched a moment ago', async () => {
    expect(await reopened({ staleTime: 0 }, nothing, minute)).toBe(1)
    expect(await reopened({ staleTime: 0 }, nothing, 2_000)).toBe(0)
  })

  it('data that was invalidated off screen is refetched', async () => {
    const change = () => client.invalidateQueries({ queryKey: ['mounted'] })
    expect(await reopened({}, change, 2_000)).toBe(1)
  })
})

describe('toasts of mutations', () => {
  const run = (meta: object, work: () => Promise<unknown>) =>
    client
      .getMutationCache()
      .build(client, { meta: meta as never, retry: false, mutationFn: work })
      .execute(undefined)
      .catch(() => {})

  it('say what was done, and what failed with its message', async () => {
    await run({ done: 'Semester copied successfully' }, async () => 1)
    expect(toast.success).toHaveBeenCalledWith('Semester copied successfully')
    const failed = (message: string) => `Failed to copy semester: ${message}`
    await run({ failed }, () => Promise.reject(new ORPCError('CONFLICT', { message: 'No.' })))
    expect(toast.error).toHaveBeenLastCalledWith('Failed to copy semester: No.')
    await run({ failed: 'Failed to mark notification as read' }, () => Promise.reject(new Error('Why')))
    expect(toast.error).toHaveBeenLastCalledWith('Failed to mark notification as read', 'Why')
  })

  it('are titled "Connection Error" for the network and "Error" for all others; quiet ones say nothing', async () => {
    await run({}, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(toast.error).toHaveBeenLastCalledWith(
      'Connection Error',
      expect.stringContaining('cannot be reached'),
    )
    await run({}, () => Promise.reject(new ORPCError('CONFLICT', { message: 'Taken.' })))
    expect(toast.error).toHaveBeenLastCalledWith('Error', 'Taken.')
    const before = toast.error.mock.calls.length
    await run({ quiet: true }, () => Promise.reject(new Error('Seen in the form')))
    expect(toast.error.mock.calls.length).toBe(before)
  })
})

describe('a refusal of a quiet mutation', () => {
  const pressed = (meta: object, variables?: unknown) => {
    const refusals: ((error: Error) => void)[] = []
    const button = new MutationObserver<unknown, Error, unknown>(client, {
      meta: meta as never,
      retry: false,
      mutationFn: () => new Promise((_, reject) => refusals.push(reject)),
    })
    const leave = button.subscribe(() => {})
    const press = () => button.mutate(variables).catch((error: unknown) => error)
    return { press, leave, refuse: (error: Error) => refusals.shift()!(error) }
  }
  const changes = { quiet: true, touches: [] }
  const full = new ORPCError('CONFLICT', { message: 'This shift is full.' })
  const settled = () => new Promise((done) => setTimeout(done, 5))

  it('is left to the page that hears it, also after a second press', async () => {
    toast.error.mockClear()
    const { press, refuse } = pressed(changes)
    const first = press()
    await settled()
    void press()
    await settled()
    refuse(full)
    await first
    await settled()
    expect(toast.error).not.toHaveBeenCalled()
  })

  it('is a toast if the page was left before the answer', async () => {
    toast.error.mockClear()
    const { press, leave, refuse } = pressed(changes)
    const sent = press()
    await settled()
    leave()
    refuse(full)
    await sent
    await settled()
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error', 'This shift is full.')
  })

  it('names the action if it has a name', async () => {
    toast.error.mockClear()
    const waits = ({ label }: { label: string }) => label
    const { press, leave, refuse } = pressed({ ...changes, waits }, { label: 'Take this shift: Pediatrics' })
    const sent = press()
    await settled()
    leave()
    refuse(full)
    await sent
    await settled()
    expect(toast.error).toHaveBeenCalledExactlyOnceWith(
      'Not done: Take this shift: Pediatrics',
      'This shift is full.',
    )
  })

  it('is not said again if the action announces it, and never if nothing was to be changed', async () => {
    toast.error.mockClear()
    const { press, leave, refuse } = pressed(changes)
    const sent = press().then((error) => toastFailure('Could not be undone', error))
    await settled()
    leave()
    refuse(full)
    await sent
    const reading = pressed({ quiet: true })
    const read = reading.press()
    await settled()
    reading.leave()
    reading.refuse(full)
    await read
    await settled()
    expect(toast.error).not.toHaveBeenCalled()
  })
})

describe('queries that a mutation touches', () => {
  it('are refetched, shown or not, before the mutation is over; the rest is left alone', async () => {
    const asked: string[] = []
    const ask = (key: string) =>
      client.fetchQuery({ queryKey: ['touched', key], queryFn: () => asked.push(key) })
    for (const key of ['list', 'count', 'other']) await ask(key)
    asked.length = 0
    await client
      .getMutationCache()
      .build(client, {
        meta: {
          touches: [
            ['touched', 'list'],
            ['touched', 'count'],
          ],
        },
        mutationFn: async () => 1,
      })
      .execute(undefined)
    expect(asked.sort()).toEqual(['count', 'list'])
  })

  it.each(['on screen', 'off screen'])(
    'are fetched once more if their first answer predates the mutation (%s)',
    async (where) => {
      let seats = 0
      const answers: ((seats: number) => void)[] = []
      const queryKey = ['first answer', where]
      const queryFn = () => new Promise<number>((answer) => answers.push(answer))
      const look = () => new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {})
      const leave = where === 'on screen' ? look() : undefined
      if (!leave) void client.prefetchQuery({ queryKey, queryFn })
      const early = seats
      const taking = client
        .getMutationCache()
        .build(client, { meta: { touches: [queryKey] }, mutationFn: async () => (seats = 1) })
        .execute(undefined)
      await vi.waitFor(() => expect(seats).toBe(1))
      answers[0]!(early)
      await vi.waitFor(() => expect(answers).toHaveLength(2))
      answers[1]!(seats)
      await taking
      expect(client.getQueryData(queryKey)).toBe(1)
      leave?.()
    },
  )

  it('are refetched if a change in the meantime refused it: done already, changed, or gone', async () => {
    const work = vi.fn<() => Promise<number>>(async () => 1)
    await client.fetchQuery({ queryKey: ['overtaken'], queryFn: work })
    for (const [code, status] of [
      ['CONFLICT', 409],
      ['NOT_FOUND', 404],
    ] as const) {
      const refused = {
        meta: { touches: [['overtaken']], quiet: true },
        retry: false,
        mutationFn: () => Promise.reject(new ORPCError(code, { status })),
      }
      await client
        .getMutationCache()
        .build(client, refused)
        .execute(undefined)
        .catch(() => {})
    }
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('are not refetched if the mutation failed', async () => {
    const work = vi.fn<() => Promise<number>>(async () => 1)
    await client.fetchQuery({ queryKey: ['left'], queryFn: work })
    const failing = {
      meta: { touches: [['left']], quiet: true },
      retry: false,
      mutationFn: () => Promise.reject(new Error('No')),
    }
    await client
      .getMutationCache()
      .build(client, failing)
      .execute(undefined)
      .catch(() => {})
    expect(work).toHaveBeenCalledOnce()
  })
})

describe('what changed elsewhere', () => {
  const observed = (queryKey: string[], queryFn: () => Promise<number>, enabled = true) => {
    const observer = new QueryObserver(client, { queryKey, queryFn, enabled })
    return { observer, leave: observer.subscribe(() => {}) }
  }

  it('is asked again where it is on screen, and when it is next opened where it is not', async () => {
    let seats = 1
    const ask = vi.fn<() => Promise<number>>(async () => seats)
    const shown = observed(['news', 'shown'], ask)
    const other = observed(['other', 'left'], ask)
    other.leave()
    observed(['news', 'left'], ask).leave()
    await vi.waitFor(() => expect(client.getQueryData(['news', 'left'])).toBe(1))
    ask.mockClear()
    seats = 2
    await refetchOnScreen(client, ['news'])
    expect(ask).toHaveBeenCalledOnce()
    expect(shown.observer.getCurrentResult().data).toBe(2)
    const opened = observed(['news', 'left'], ask)
    await vi.waitFor(() => expect(opened.observer.getCurrentResult().data).toBe(2))
    expect(ask).toHaveBeenCalledTimes(2)
    expect(client.getQueryData(['other', 'left'])).toBe(1)
    shown.leave()
    opened.leave()
  })

  it('stays where it is shown and not asked any more', async () => {
    await client.fetchQuery({ queryKey: ['news', 'kept'], queryFn: async () => 1 })
    const { observer, leave } = observed(['news', 'kept'], async () => 2, false)
    await refetchOnScreen(client, ['news'])
    expect(observer.getCurrentResult().data).toBe(1)
    expect(client.getQueryData(['news', 'kept'])).toBe(1)
    leave()
  })

  it('is asked once more where its first answer is on its way', async () => {
    let seats = 1
    const answers: ((seats: number) => void)[] = []
    const queryFn = () => new Promise<number>((answer) => answers.push(answer))
    void client.prefetchQuery({ queryKey: ['news', 'early'], queryFn })
    const early = seats
    seats = 2
    const asking = refetchOnScreen(client, ['news', 'early'])
    answers[0]!(early)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]!(seats)
    await asking
    expect(client.getQueryData(['news', 'early'])).toBe(2)
  })
})

describe('toasts of queries', () => {
  const query = (key: string) => {
    const queryKey = ['shown', key]
    const run = (queryFn: () => Promise<unknown>): Promise<unknown> =>
      client.fetchQuery({ queryKey, queryFn, staleTime: 0, retry: false }).catch(() => {})
    return {
      works: () => run(async () => 1),
      fails: (error: Error = new ORPCError('CONFLICT', { message: `No ${key}.` })) =>
        run(async () => {
          throw error
        }),
    }
  }

  it('announce a failure where data is on screen, once until it works again (Spec §8)', async () => {
    toast.error.mockClear()
    const { works, fails } = query('list')
    await fails()
    expect(toast.error).not.toHaveBeenCalled()
    await works()
    await fails()
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error', 'No list.')
    await fails(new TypeError('Failed to fetch'))
    expect(toast.error).toHaveBeenCalledOnce()
    await works()
    await fails(new TypeError('Failed to fetch'))
    expect(toast.error).toHaveBeenLastCalledWith(
      'Connection Error',
      expect.stringContaining('cannot be reached'),
    )
  })

  it('announce the same message once for several, and nothing about a session that ended', async () => {
    toast.error.mockClear()
    const broken = new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: 'In a moment.' })
    for (const { works, fails } of ['a', 'b'].map(query)) {
      await works()
      await fails(broken)
    }
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error', 'In a moment.')
    const { works, fails } = query('c')
    await works()
    await fails(new ORPCError('UNAUTHORIZED', { status: 401 }))
    expect(toast.error).toHaveBeenCalledOnce()
  })
})

it("records an error's type, time and place, and whether one can continue (Spec §3)", () => {
  const error = new ORPCError('CONFLICT', { status: 409, message: 'Taken.' })
  const record = describeError(error, 'copying a semester')
  expect(record).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    type: 'api',
    severity: 'error',
    message: 'Taken.',
    details: 'CONFLICT',
    context: 'copying a semester',
    recoverable: true,
  })
  expect(describeError(error, 'again').id).not.toBe(record.id)
  expect(Math.abs(Date.parse(record.timestamp) - Date.now())).toBeLessThan(60_000)
})

it('describes errors by type and severity (Spec §8)', () => {
  const of = (status: number) => describeError(new ORPCError('X', { status, message: 'm' }), 'test')
  expect([401, 403, 400, 503, 500, 409].map((status) => of(status).type)).toEqual([
    'auth',
    'permission',
    'validation',
    'database',
    'system',
    'api',
  ])
  expect([500, 400, 409].map((status) => of(status).severity)).toEqual(['critical', 'warning', 'error'])
  expectTypeOf<ErrorSeverity>().toEqualTypeOf<'info' | 'warning' | 'error' | 'critical'>()
  expect([500, 403, 503].map((status) => of(status).recoverable)).toEqual([false, false, true])
  expect(describeError(new TypeError('Failed to fetch'), 'test').type).toBe('network')
  expect(describeError('thrown', 'test')).toMatchObject({ type: 'unknown', message: 'Something went wrong.' })
  expect(toastTitleOf(of(500))).toBe('Error')
})
