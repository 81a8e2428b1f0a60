import { expect, test } from 'vitest'
import { authPageAt } from './auth-pages.ts'

test.each([
  ['/login', '/login'],
  ['/signup/', '/signup'],
  ['/signup/student', '/signup/student'],
  ['/signup/nurse', undefined],
  ['/', undefined],
  ['/admin/users', undefined],
])('the address %s is the auth page %s', (path, page) => expect(authPageAt(path)).toBe(page))
