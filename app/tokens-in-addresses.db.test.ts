/**
 * Links in emails, calendars and shared documents have a token in their address. No matter who uses one or how it fails, no log line and no
 * row contains the token, and no opened page sends it to another site.
 */
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from './testing.ts'

const TOKEN = `SecretOfAnAddress${'x'.repeat(26)}`
const ADDRESSES = [
  `/verify-email?token=${TOKEN}`,
  `/reset-password?token=${TOKEN}`,
  `/accept-invitation?token=${TOKEN}`,
  `/accept-student-invitation?token=${TOKEN}&x=1`,
  `/accept-proctor-invitation?token=${TOKEN}`,
  `/capstone-task?token=${TOKEN}`,
  `/unit-today?token=${TOKEN}`,
  `/login?from=${encodeURIComponent(`/accept-invitation?token=${TOKEN}`)}`,
  `/student/dashboard?token=${TOKEN}`,
  `/unsubscribe?person=00000000-0000-4000-8000-000000000000&event=signup_decision&signature=${TOKEN}`,
  `/calendar/${TOKEN}.ics`,
  `/api/calendar/${TOKEN}.ics`,
  `/api/passports/${TOKEN}.pdf`,
]

let product: Product
let token: string
const lines: string[] = []
beforeAll(async () => {
  product = await startProduct({
    logTo: new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  })
  token = await product.session(
    await product.fixture.person({ role: 'student', school: await product.fixture.school() }),
  )
}, 60_000)
afterAll(() => product.close())

async function visit(): Promise<void> {
  for (const path of ADDRESSES)
    for (const session of [null, token])
      for (const method of ['GET', 'POST', 'TRACE']) {
        const answer = await product.send({
          method,
          path,
          token: session,
          body: method === 'POST' ? {} : undefined,
        })
        expect([path, answer.headers['referrer-policy']]).toEqual([path, 'no-referrer'])
        expect([path, answer.text.includes(TOKEN), answer.head.includes(TOKEN)]).toEqual([path, false, false])
      }
}

it('no row and no log line has the token of an address, no matter who uses it', async () => {
  await visit()
  const tables = await product.fixture.rows<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'priv')`,
  )
  for (const { name } of tables) {
    const { length } = await product.fixture.rows(`select 1 from ${name} t where t::text like $1`, [
      `%${TOKEN}%`,
    ])
    expect([name, length]).toEqual([name, 0])
  }
  expect(lines.filter((line) => line.includes(TOKEN))).toEqual([])
})

it('nor does a log line about a failed call', async () => {
  product.fixture.admin.on('error', () => {})
  await product.fixture.rows('alter table priv.throttles rename to throttles_away')
  await visit()
  await product.fixture.rows('alter table priv.throttles_away rename to throttles')
  expect(lines.join('')).toMatch(/calendar\/\[cut\]/)
  expect(lines.filter((line) => line.includes(TOKEN))).toEqual([])
})
