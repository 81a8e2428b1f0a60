import { expect, it } from 'vitest'
import { findAll, type Source } from './sources.ts'

const found = (id: string, ...roles: Source['roles']): Source => ({
  id,
  roles,
  find: (words) => Promise.resolve([{ id, label: `${id} of ${words}` }]),
})
const broken: Source = { ...found('b', 'proctor'), find: () => Promise.reject(new Error('away')) }
const { signal } = new AbortController()

it('searches only the lists of the role, in their order', async () => {
  const from = [
    found('students', 'school_admin'),
    found('users', 'superadmin'),
    found('shifts', 'school_admin'),
  ]
  const answer = await findAll('school_admin', 'jenna', signal, from)
  expect(answer).toEqual({
    commands: [
      { id: 'students', label: 'students of jenna' },
      { id: 'shifts', label: 'shifts of jenna' },
    ],
    hasFailed: false,
  })
})

it('shows what was found, and says that something is missing', async () => {
  const answer = await findAll('proctor', 'a b', signal, [broken, found('shifts', 'proctor')])
  expect(answer).toMatchObject({ commands: [{ id: 'shifts' }], hasFailed: true })
})

it('finds nothing by name for a role without lists', async () => {
  const from = [found('students', 'school_admin')]
  expect(await findAll('student', 'jenna', signal, from)).toEqual({ commands: [], hasFailed: false })
})
