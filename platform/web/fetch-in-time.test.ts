import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A server that accepts every request and never answers; it only notices when the browser gives up. */
const silent = vi.fn<(request: Request, init: RequestInit) => Promise<Response>>(
  (_request, { signal }) =>
    new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error))
    }),
)
vi.stubGlobal('fetch', (request: Request, init: RequestInit) => silent(request, init))
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { featureClient, messageOf } = await import('./api.ts')

type Client = { get: (input: object, options?: object) => Promise<unknown> }
const client = featureClient('tests') as unknown as Client

/** Starts a call and returns a function that reports how it ended so far. */
function call(options?: object): () => unknown {
  let outcome: unknown = 'waiting'
  client.get({}, options).then(
    (answer) => (outcome = answer),
    (error: unknown) => (outcome = error),
  )
  return () => outcome
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

it.each([
  ['a call', {}, 30],
  ['an upload', { timeLimit: 'upload' }, 120],
  ['the opening of a live stream', { timeLimit: 'stream' }, 10],
] as const)('%s that is not answered ends like a broken network', async (_name, context, seconds) => {
  const outcome = call({ context })
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
  expect(outcome()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome()).toBeInstanceOf(TypeError)
  expect(messageOf(outcome())).toBe('Placewell cannot be reached. Check your connection and try again.')
})

it('an answer that stops halfway ends the call too', async () => {
  silent.mockImplementationOnce((_request, { signal }) =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"json":'))
            signal!.addEventListener('abort', () => controller.error(signal!.reason))
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
    ),
  )
  const outcome = call()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(outcome()).toBeInstanceOf(TypeError)
})

it('a live stream that has opened stays open', async () => {
  let isAborted = false
  silent.mockImplementationOnce((_request, { signal }) => {
    signal!.addEventListener('abort', () => (isAborted = true))
    return Promise.resolve(
      new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    )
  })
  call({ context: { timeLimit: 'stream' } })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(isAborted).toBe(false)
})

it('a caller who stops a call is told so, not that the network is broken', async () => {
  const stop = new AbortController()
  const outcome = call({ signal: stop.signal })
  await vi.advanceTimersByTimeAsync(1_000)
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome()).toMatchObject({ name: 'AbortError' })
})

it('a page that a network sends instead of the answer is a broken network', async () => {
  silent.mockResolvedValueOnce(
    new Response('<h1>Welcome to Guest Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }),
  )
  const outcome = call()
  await vi.advanceTimersByTimeAsync(0)
  expect(messageOf(outcome())).toBe('Placewell cannot be reached. Check your connection and try again.')
})
