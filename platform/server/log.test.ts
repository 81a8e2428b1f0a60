import { expect, it } from 'vitest'
import { withoutTokens } from './log.ts'

it.each([
  ['/verify-email?token=abc&x=1', '/verify-email?token=[cut]&x=1'],
  ['/calendar/abc-def_1.ics', '/calendar/[cut]'],
  ['/calendar/abc.ics?x=1', '/calendar/[cut]?x=1'],
  ['/api/calendar/abc.ics', '/api/calendar/[cut]'],
  [
    '/login?from=%2Faccept-invitation%3Ftoken%3Dabc-1&x=2',
    '/login?from=%2Faccept-invitation%3Ftoken%3D[cut]&x=2',
  ],
  ['/school/students?q=token', '/school/students?q=token'],
])('%s is logged as %s', (address, logged) => expect(withoutTokens(address)).toBe(logged))
