import { afterAll, expect, it, vi } from 'vitest'

// The link keeps the fetch that exists when it is created.
const answering = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', answering)
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { featureClient, isRefusal, messageOf, requestIdOf } = await import('./api.ts')
const { describeError, toastTextOf } = await import('./app-errors.ts')

type Client = { get: (input: object) => Promise<unknown> }
const answer = (status: number, code: string, id: string | null) =>
  new Response(
    JSON.stringify({ json: { defined: false, code, status, message: 'Something went wrong on our end.' } }),
    {
      status,
      headers: { 'content-type': 'application/json', ...(id && { 'x-request-id': id }) },
    },
  )

async function failureOf(...answers: Response[]): Promise<unknown[]> {
  for (const each of answers) answering.mockResolvedValueOnce(each)
  const client = featureClient('tests') as unknown as Client
  return Promise.all(answers.map(() => client.get({}).catch((error: unknown) => error)))
}

afterAll(() => vi.unstubAllGlobals())

it('a failure has the id of its own request, which the toast and the error record quote', async () => {
  const [first, second] = await failureOf(
    answer(500, 'INTERNAL_SERVER_ERROR', 'id-1'),
    answer(500, 'INTERNAL_SERVER_ERROR', 'id-2'),
  )
  expect([requestIdOf(first), requestIdOf(second)]).toEqual(['id-1', 'id-2'])
  expect(toastTextOf(first)).toBe('Something went wrong on our end. Request ID: id-1')
  expect(describeError(first, 'mutation').details).toBe('INTERNAL_SERVER_ERROR, request id-1')
})

it('a refusal keeps its message; if no request was answered there is no id', async () => {
  const [refusal, bare] = await failureOf(
    answer(403, 'FORBIDDEN', 'id-3'),
    answer(500, 'INTERNAL_SERVER_ERROR', null),
  )
  expect(requestIdOf(refusal)).toBe('id-3')
  expect(toastTextOf(refusal)).toBe('Something went wrong on our end.')
  expect(requestIdOf(bare)).toBeNull()
  expect(requestIdOf(new TypeError('Failed to fetch'))).toBeNull()
})

it('the text of something else that answers, such as a proxy during a deploy, is not shown', async () => {
  const html = { 'content-type': 'text/html' }
  const json = { 'content-type': 'application/json' }
  const failures = await failureOf(
    new Response('<h1>502 Bad Gateway</h1>', { status: 502, headers: html }),
    new Response('{}', { status: 500, headers: json }),
    new Response(null, { status: 503 }),
    new Response('upstream request timeout', { status: 504, headers: { 'content-type': 'text/plain' } }),
    new Response('{"message":"no Route matched"}', { status: 503, headers: json }),
    new Response('<html>', { status: 503, headers: json }),
    new Response('<h1>429 Too Many Requests</h1>', { status: 429, headers: html }),
    new Response('<h1>Sign in to this network</h1>', { status: 200, headers: html }),
    new Response('<h1>413 Request Entity Too Large</h1>', { status: 413, headers: html }),
  )
  const calm = 'Placewell cannot be reached. Check your connection and try again.'
  const messages = failures.map((error) => (error as Error).message)
  expect(messages).toEqual(failures.map(() => calm))
  expect(failures.map(messageOf)).toEqual(messages)
  expect(describeError(failures[0], 'query').type).toBe('network')
  // Tried again.
  expect(failures.map(isRefusal)).toEqual(failures.map(() => false))
})
