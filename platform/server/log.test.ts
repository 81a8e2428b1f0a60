import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog, withoutTokens } from './log.ts'

it.each([
  ['/verify-email?token=abc&x=1', '/verify-email?token=[cut]&x=1'],
  ['/calendar/abc-def_1.ics', '/calendar/[cut]'],
  ['/calendar/abc.ics?x=1', '/calendar/[cut]?x=1'],
  ['/api/calendar/abc.ics', '/api/calendar/[cut]'],
  [
    '/login?from=%2Faccept-invitation%3Ftoken%3Dabc-1&x=2',
    '/login?from=%2Faccept-invitation%3Ftoken%3D[cut]&x=2',
  ],
  ['/api/passports/abc-def_1.pdf', '/api/passports/[cut]'],
  ['/unsubscribe?person=1&event=mail&signature=abc', '/unsubscribe?person=1&event=mail&signature=[cut]'],
  ['/school/students?q=token', '/school/students?q=token'],
])('%s is logged as %s', (address, logged) => expect(withoutTokens(address)).toBe(logged))

it('no line keeps the token of an address, however it names it', () => {
  const lines: string[] = []
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = createLog({ level: 'trace', to })
  const url = '/accept-invitation?token=secret-1'
  log.error({ url })
  log.warn({ path: url })
  log.child({ requestId: '1' }).error({ req: { method: 'GET', url, headers: { cookie: 'secret-1' } } })
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain('secret-1')
  expect(lines.join('').match(/accept-invitation\?token=\[cut\]/g)).toHaveLength(3)
})
