import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CanvasSettings, isPublicAddress, nextPage, openCanvas } from './canvas-client.ts'
import type { FakeData } from '../fake.ts'
import { type FakeCanvas, startFakeCanvas } from './fake-canvas.ts'

const COURSE = { id: '10', name: 'NURS 341' }
const data = (people = 3): FakeData => ({
  account: { id: '1', name: 'Lakeshore' },
  terms: [{ id: '7', name: 'Fall 2026', start_at: '2026-08-24T05:00:00Z', end_at: null }],
  courses: [{ ...COURSE, course_code: 'NURS 341', enrollment_term_id: '7' }],
  sections: [{ id: '20', course_id: '10', name: 'Section 1', sis_section_id: null }],
  users: Array.from({ length: people }, (_, at) => ({
    id: `10000000000000${1000 + at}`,
    name: `Student ${at}`,
    sis_user_id: `L-${at}`,
    login_id: `s${at}`,
    email: `s${at}@lakeshore.example`,
  })),
  enrollments: Array.from({ length: people }, (_, at) => ({
    user_id: `10000000000000${1000 + at}`,
    section_id: '20',
    state: at === 1 ? 'completed' : 'active',
  })),
})

let fake: FakeCanvas
let waits: number[]
beforeEach(async () => {
  waits = []
  fake = await startFakeCanvas({
    data: data(),
    tokens: ['1~good'],
    clients: [{ id: 'key', secret: 'hush', refresh: 'again' }],
  })
})
afterEach(() => fake.close())

const open = (changes: Partial<Parameters<typeof openCanvas>[0]> = {}, settings: CanvasSettings = {}) =>
  openCanvas(
    {
      base_url: 'https://lakeshore.canvas.example',
      account: 'self',
      auth: 'token',
      client_id: null,
      secret: { access_token: '1~good' },
      signal: new AbortController().signal,
      ...changes,
    },
    { standIn: fake.url, patienceMs: 2_000, wait: async (ms) => waits.push(ms), ...settings },
  )
const oauth = {
  auth: 'oauth2',
  client_id: 'key',
  secret: { client_secret: 'hush', refresh_token: 'again' },
} as const
const code = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: { failure?: { code: string } }) => error.failure?.code ?? error,
  )

it('reads account, terms, courses, sections and people', async () => {
  const canvas = open()
  expect(await canvas.account()).toEqual({ id: '1', name: 'Lakeshore' })
  expect(await canvas.terms()).toEqual([
    { canvas_id: '7', name: 'Fall 2026', starts_on: '2026-08-24', ends_on: null },
  ])
  const [course] = await canvas.courses('7')
  expect(course).toMatchObject({ canvas_id: '10', term_id: '7' })
  expect(await canvas.sections(course!)).toEqual([{ canvas_id: '20', name: 'Section 1', sis_id: null }])
  expect((await canvas.students(COURSE)).map((one) => [one.canvas_id, one.email, one.section_ids])).toEqual([
    ['100000000000001000', 's0@lakeshore.example', ['20']],
    ['100000000000001002', 's2@lakeshore.example', ['20']],
  ])
})

it('reads a thousand people page by page', async () => {
  fake.state.data = data(1_050)
  expect(await open().students(COURSE)).toHaveLength(1_049)
  expect(fake.state.requests).toHaveLength(11)
})

it('signs in with a refresh token, and again when the token expires meanwhile', async () => {
  const canvas = open(oauth)
  await canvas.account()
  fake.expireTokens()
  expect(await canvas.terms()).toHaveLength(1)
  expect(fake.state.requests.filter((one) => one.startsWith('POST'))).toHaveLength(2)
})

it.each([
  ['a wrong token', { secret: { access_token: '1~bad' } }, 'token_refused'],
  [
    'a wrong client secret',
    { ...oauth, secret: { client_secret: 'no', refresh_token: 'again' } },
    'client_refused',
  ],
  [
    'a refresh token that is over',
    { ...oauth, secret: { client_secret: 'hush', refresh_token: 'old' } },
    'token_refused',
  ],
  ['no encryption', { base_url: 'http://lakeshore.canvas.test' }, 'not_public'],
  ['this machine', { base_url: 'https://127.0.0.1' }, 'not_public'],
  ['this machine by name', { base_url: 'https://localhost' }, 'not_public'],
  ['the metadata of a cloud', { base_url: 'https://169.254.169.254' }, 'not_public'],
  ['this machine in IPv6', { base_url: 'https://[::1]' }, 'not_public'],
  ['a private address in IPv6', { base_url: 'https://[::ffff:10.0.0.1]' }, 'not_public'],
  ['a host that is not there', { base_url: 'https://nowhere.invalid' }, 'away'],
] as const)('reports what is wrong: %s', async (_, changes, expected) => {
  expect(await code(open(changes as never).account())).toBe(expected)
})

it.each([
  ['garbage', { status: 200, body: '<html>Sign in</html>' }, 'not_canvas'],
  ['JSON of another kind', { status: 200, body: '{"hello": 1}' }, 'not_canvas'],
  ['no permission', { status: 403, body: '{"errors":[{"message":"unauthorized"}]}' }, 'not_allowed'],
  ['no permission, as it says for pages', { status: 401, body: '{"status":"unauthorized"}' }, 'not_allowed'],
  ['nothing there', { status: 404, body: '{}' }, 'missing'],
  ['a failure', { status: 503, body: '' }, 'broken'],
  ['too much', { status: 200, body: `["${'x'.repeat(5_000_001)}"]` }, 'too_long'],
  ['a redirect', { status: 302, body: '', headers: { location: 'https://evil.test/api' } }, 'redirected'],
] as const)('reports what is wrong with a response: %s', async (_, answer, expected) => {
  fake.state.instead = () => answer
  expect(await code(open().account())).toBe(expected)
})

it('waits as long as Canvas says at its rate limit, but not forever', async () => {
  fake.state.limited = 3
  expect(await open().terms()).toHaveLength(1)
  fake.state.limited = 1
  fake.state.retryAfter = '7'
  await open().terms()
  expect(waits).toEqual([1_000, 2_000, 4_000, 7_000])
  fake.state.limited = 1
  fake.state.retryAfter = '3600'
  expect(await code(open().terms())).toBe('busy')
  fake.state.limited = 99
  fake.state.retryAfter = undefined
  expect(await code(open().terms())).toBe('busy')
  fake.state.limited = 0
  let tries = 0
  fake.state.instead = () =>
    tries++ === 0 ? { status: 429, body: '', headers: { 'retry-after': '0' } } : null
  expect(await open().terms()).toHaveLength(1)
})

it('does not wait for a slow Canvas, or when stopped', async () => {
  fake.state.delayMs = 500
  expect(await code(open({}, { patienceMs: 50 }).account())).toBe('slow')
  const stop = new AbortController()
  const asked = open({ signal: stop.signal }).account()
  stop.abort()
  await expect(asked).rejects.toThrow(/abort/i)
})

it('reports a missing or incomplete response', async () => {
  await fake.close()
  expect(await code(open().account())).toBe('away')
  const half = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"id"'))
  await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve))
  const standIn = `http://127.0.0.1:${(half.address() as AddressInfo).port}`
  expect(await code(open({}, { standIn }).account())).toBe('away')
  half.close()
  fake = await startFakeCanvas({ data: data() })
})

it('sends its token to no other host, whatever a page says', async () => {
  fake.state.instead = (path) =>
    path.endsWith('/sections')
      ? {
          status: 200,
          body: '[]',
          headers: { link: '<https://evil.test/api/v1/courses/10/sections?page=2>; rel="next"' },
        }
      : null
  expect(await code(open().sections({ canvas_id: '10', name: 'NURS 341', code: null, term_id: '7' }))).toBe(
    'redirected',
  )
})

it('distinguishes public addresses from others', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true)
  for (const address of [
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'nonsense',
  ])
    expect(isPublicAddress(address)).toBe(false)
})

it('parses the Link header', () => {
  expect(
    nextPage('<https://a.example/x?page=1>; rel="current",<https://a.example/x?page=2,3>; rel="next"'),
  ).toBe('https://a.example/x?page=2,3')
  expect(nextPage('<https://a.example/x?page=1>; rel="last"')).toBeNull()
  expect(nextPage(undefined)).toBeNull()
})
