import { expect, it } from 'vitest'
import type { Pool } from './db.ts'
import { Unavailable } from './pg-errors.ts'
import { hashToken, SessionReader } from './session.ts'

/** A database that answers on demand, with the state at the time of the query. */
function slowDatabase() {
  const state = { role: 'school_admin', asked: 0 }
  const answers: (() => void)[] = []
  const client = {
    query: async () => {
      state.asked++
      const row = {
        user_id: 'ana',
        real_user_id: 'ana',
        role: state.role,
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      }
      await new Promise<void>((resolve) => answers.push(resolve))
      return { rows: [row], rowCount: 1 }
    },
    release: () => {},
  }
  const pool = { connect: async () => client } as unknown as Pool
  const listener = { isListening: true }
  return { state, listener, answer: () => answers.shift()?.(), sessions: new SessionReader(pool, listener) }
}

const hash = hashToken('a token')
const moment = () => new Promise((resolve) => setTimeout(resolve, 5))

it('caches a session for a moment', async () => {
  const { state, answer, sessions } = slowDatabase()
  const first = sessions.read(hash)
  await moment()
  answer()
  await first
  expect((await sessions.read(hash))?.role).toBe('school_admin')
  expect(state.asked).toBe(1)
})

it('reads each time while it does not hear of changes', async () => {
  const { state, listener, answer, sessions } = slowDatabase()
  const read = async () => {
    const reading = sessions.read(hash)
    await moment()
    answer()
    return (await reading)?.role
  }
  await read()
  listener.isListening = false
  state.role = 'student'
  expect(await read()).toBe('student')
  expect(await read()).toBe('student')
  expect(state.asked).toBe(3)
})

it('knows whose session it was, for the admission queue, until it is forgotten', async () => {
  const { answer, sessions } = slowDatabase()
  expect(sessions.lastKnown(hash)).toBeNull()
  const first = sessions.read(hash)
  await moment()
  answer()
  await first
  expect(sessions.lastKnown(hash)?.userId).toBe('ana')
  expect(sessions.lastKnown(hashToken('another'))).toBeNull()
  sessions.forgetToken(hash)
  expect(sessions.lastKnown(hash)).toBeNull()
})

it.each([
  ['the person', (sessions: SessionReader) => sessions.forget('ana')],
  ['everybody', (sessions: SessionReader) => sessions.forget()],
  ['the session', (sessions: SessionReader) => sessions.forgetToken(hash)],
])('does not cache what it was reading when %s was forgotten', async (_, forget) => {
  const { state, answer, sessions } = slowDatabase()
  const before = sessions.read(hash)
  await moment()
  state.role = 'student'
  forget(sessions)
  answer()
  await before
  const after = sessions.read(hash)
  await moment()
  answer()
  expect((await after)?.role).toBe('student')
})

/** A database whose every answer is this error; counts the connections that were thrown away. */
function failingDatabase(problem: Error) {
  const released: unknown[] = []
  const client = { query: () => Promise.reject(problem), release: (broken: unknown) => released.push(broken) }
  const pool = { connect: async () => client } as unknown as Pool
  return { released, sessions: new SessionReader(pool, { isListening: true }) }
}
const failure = (message: string, code?: string) => Object.assign(new Error(message), code ? { code } : {})

it.each([
  failure('terminating connection due to administrator command', '57P01'),
  failure('connection failure', '08006'),
  failure('read ECONNRESET', 'ECONNRESET'),
  failure('canceling statement due to statement timeout', '57014'),
  failure('Query read timeout'),
  failure('Connection terminated unexpectedly'),
])('without a database that answers, the person is unknown: $message', async (error) => {
  const { sessions, released } = failingDatabase(error)
  await expect(sessions.read(hash)).rejects.toMatchObject({ name: 'Unavailable', cause: error })
  expect(released).toEqual([expect.any(Error)])
})

it.each([
  failure('function app.read_session(text) does not exist', '42883'),
  failure('permission denied for function read_session', '42501'),
  failure('column s.view_role does not exist', '42703'),
  new TypeError("Cannot read properties of undefined (reading 'rows')"),
])('a bug is not reported as a database problem: $message', async (problem) => {
  const { sessions } = failingDatabase(problem)
  const thrown = await sessions.read(hash).catch((reason: unknown) => reason)
  expect(thrown).not.toBeInstanceOf(Unavailable)
  expect(thrown).toBe(problem)
})
