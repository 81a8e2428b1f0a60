import { expect, test } from 'vitest'
import { doorAt } from './doors.ts'

test.each([
  ['/login', '/login'],
  ['/signup/', '/signup'],
  ['/signup/student', '/signup/student'],
  ['/signup/nurse', undefined],
  ['/', undefined],
  ['/admin/users', undefined],
])('the address %s is the door %s', (path, door) => expect(doorAt(path)).toBe(door))
