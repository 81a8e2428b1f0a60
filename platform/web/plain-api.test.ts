import { afterEach, expect, it, vi } from 'vitest'
import { type CallFailed, callPlainly } from './plain-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const failing = async (answer: () => Promise<Response>): Promise<CallFailed> => {
  vi.stubGlobal('fetch', answer)
  return callPlainly('POST', '/sign-in', {}).then(
    () => expect.unreachable(),
    (error: CallFailed) => error,
  )
}
const html = { headers: { 'content-type': 'text/html' } }
const calm = 'Placewell cannot be reached. Check your connection and try again.'

it.each([
  ['a broken network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy without a body', async () => new Response(null, { status: 503 })],
  ['a proxy with a page', async () => new Response('<h1>Bad Gateway</h1>', { status: 502, ...html })],
  ['a proxy with JSON of its own', async () => Response.json({ message: 'no Route' }, { status: 503 })],
  ['the sign-in page of a network', async () => new Response('<h1>Welcome</h1>', { status: 200, ...html })],
])('%s is not shown, and may be tried again', async (_, answer) => {
  expect(await failing(answer)).toMatchObject({ message: calm, status: 0 })
})

it('waits 30 s at most (Spec §9)', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    signal!.throwIfAborted()
    return Response.json({})
  })
  await expect(callPlainly('GET', '/plans')).rejects.toMatchObject({ message: calm, status: 0 })
  expect(timeout).toHaveBeenCalledWith(30_000)
})

it('a refusal keeps its message, status and data', async () => {
  const refusal = { code: 'CONFLICT', message: 'Taken.', data: { fieldErrors: { email: 'Taken.' } } }
  expect(await failing(async () => Response.json(refusal, { status: 409 }))).toMatchObject({
    message: 'Taken.',
    status: 409,
    data: refusal.data,
  })
})

it('returns the answer, and null for none', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ min_length: 15 }))
  expect(await callPlainly('GET', '/password-policy')).toEqual({ min_length: 15 })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
  expect(await callPlainly('GET', '/password-policy')).toBeNull()
})
