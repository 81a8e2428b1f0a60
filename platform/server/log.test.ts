import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog, addressToLog } from './log.ts'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each([
  ['/verify-email?token=abc&page=2', '/verify-email?token=[cut]&page=2'],
  [`/accept-invitation?token=${ID}`, '/accept-invitation?token=[cut]'],
  ['/calendar/abc-def_1.ics', '/calendar/[cut]'],
  ['/calendar/abc.ics?x=1', '/calendar/[cut]?x=1'],
  ['/api/calendar/abc.ics', '/api/calendar/[cut]'],
  ['/login?from=%2Faccept-invitation%3Ftoken%3Dabc-1&page=2', '/login?from=[cut]&page=2'],
  ['/api/passports/abc-def_1.pdf', '/api/passports/[cut]'],
  [
    `/unsubscribe?person=${ID}&type=seat&signature=abc`,
    `/unsubscribe?person=${ID}&type=seat&signature=[cut]`,
  ],
  // What people search for is about people: their names, addresses, numbers.
  ['/school/students?q=jenna', '/school/students?q=[cut]'],
  ['/api/people?search=jenna%40lakeshore.example', '/api/people?search=[cut]'],
  ['/api/people?q=2027-01-12', '/api/people?q=[cut]'],
  ['/school/students?cohort=Spring+nights', '/school/students?cohort=[cut]'],
  ['/api/people?filter[0].name=Jenna', '/api/people?filter[0].name=[cut]'],
  ['/sign-up?email=jenna', '/sign-up?email=[cut]'],
  ['/map?zip=53703', '/map?zip=[cut]'],
  ['/api/people/jenna%40lakeshore.example', '/api/people/[cut]'],
  ['/rpc/people/list?data=%7B%22json%22%3A%7B%22q%22%3A%22Jenna%22%7D%7D', '/rpc/people/list?data=[cut]'],
  ['/people?Jenna%20Student', '/people?[cut]'],
  ['/people?from=/x?q=Jenna', '/people?from=[cut]'],
  ['/people#Jenna', '/people'],
  // What someone needs to find the cause.
  [`/shifts?shift=${ID}&semester=all`, `/shifts?shift=${ID}&semester=all`],
  ['/shifts?on=2027-01-12&from=07:00&page=3&min=-1.5', '/shifts?on=2027-01-12&from=07:00&page=3&min=-1.5'],
  ['/shifts?status=in_review,open&sort=-starts_at', '/shifts?status=in_review,open&sort=-starts_at'],
  ['/shifts?mine=true&archived&after=', '/shifts?mine=true&archived&after='],
  ['/shifts?status[0]=open', '/shifts?status[0]=open'],
  ['export of students, cut off half way', 'export of students, cut off half way'],
])('%s is logged as %s', (address, logged) => expect(addressToLog(address)).toBe(logged))

it('no line has the token of an address, whatever field holds it', () => {
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

it('a database error is logged without the values of the row', () => {
  const lines: string[] = []
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
  })
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(jenna@lakeshore.example) already exists.',
  })
  createLog({ level: 'trace', to }).warn({ err: error }, 'a page went out without its first answers')
  const { err } = JSON.parse(lines[0]!)
  expect(err).toEqual({ type: 'Error', message: 'duplicate key', code: '23505', stack: error.stack })
})
