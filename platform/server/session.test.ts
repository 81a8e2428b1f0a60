import { expect, it } from 'vitest'
import type { Pool } from './db.ts'
import { hashToken, SessionReader } from './session.ts'

/** A database that answers when it is told to, with how things stood when it was asked. */
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
  return { state, answer: () => answers.shift()?.(), sessions: new SessionReader(pool) }
}

const hash = hashToken('a token')
const moment = () => new Promise((resolve) => setTimeout(resolve, 5))

it('remembers a session for a moment', async () => {
  const { state, answer, sessions } = slowDatabase()
  const first = sessions.read(hash)
  await moment()
  answer()
  await first
  expect((await sessions.read(hash))?.role).toBe('school_admin')
  expect(state.asked).toBe(1)
})

it.each([
  ['the person', (sessions: SessionReader) => sessions.forget('ana')],
  ['everybody', (sessions: SessionReader) => sessions.forget()],
  ['the session', (sessions: SessionReader) => sessions.forgetToken(hash)],
])('does not remember what it was reading when %s was to be forgotten', async (_, forget) => {
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
