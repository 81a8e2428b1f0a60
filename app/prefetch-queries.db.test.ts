/** What a document contains for the person who requested it, and that it contains nothing else: tested over HTTP on the running server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createFixture, type Person } from '#database/testing.ts'
import { pagePrefetches } from './page-prefetches.ts'
import { type Product, type Request, startProduct } from './testing.ts'

const PAGE = '<html><head></head><body><div id="root"></div></body></html>'
const BREAKING = '</script><script>alert("School")</script><!-- \u2028'

const folder = mkdtempSync(join(tmpdir(), 'placewell-first-answers-'))
writeFileSync(join(folder, 'index.html'), PAGE)

let product: Product
let busy: Product
const tokens: Record<string, string> = {}
beforeAll(async () => {
  const fixture = await createFixture()
  const [school, other] = [await fixture.school(BREAKING), await fixture.school('Elsewhere College')]
  const facility = await fixture.facility({ name: 'Elsewhere Hospital' })
  const people: [string, Person][] = []
  for (const [name, person] of Object.entries({
    sam: { role: 'superadmin' },
    ana: { role: 'school_admin', school },
    eve: { role: 'school_admin', school: other },
    frank: { role: 'facility_admin', facility },
    jenna: { role: 'student', school },
    marcus: { role: 'proctor', school },
    pat: { role: 'student', school, status: 'pending' },
  } as const))
    people.push([name, await fixture.person({ fullName: `${name} of here`, ...person })])
  ;[product, busy] = await Promise.all([
    startProduct({ webFolder: folder, fixture }),
    startProduct({ webFolder: folder, maxInFlight: 0 }),
  ])
  for (const [name, person] of people) tokens[name] = await product.session(person)
  tokens['nobody'] = await busy.session(await busy.fixture.person({ role: 'superadmin' }))
  // What the worker does for new schools at the start would change the answers.
  await vi.waitFor(async () => {
    const owners = await fixture.rows('select from public.billing_owners')
    if (owners.length < 2) throw new Error('The worker has not looked at billing yet.')
  })
}, 60_000)
afterAll(async () => {
  await Promise.all([product.close(), busy.close()])
  rmSync(folder, { recursive: true })
})

type Answers = { isWhole: boolean; answers: { path: string[]; input?: unknown; output: unknown }[] }

async function open(who: string | null, path: string, more: Partial<Request> = {}, at = product) {
  const answer = await at.send({ path, token: who && tokens[who]!, ...more })
  const [, json] =
    /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(answer.text) ?? []
  return { ...answer, found: json === undefined ? null : (JSON.parse(json) as Answers) }
}
const names = (found: Answers | null) => found?.answers.map(({ path }) => path.join('.')).toSorted()

const dashboards = [
  ['sam', '/admin/dashboard'],
  ['ana', '/school/dashboard'],
  ['frank', '/facility/dashboard'],
  ['jenna', '/student/dashboard'],
  ['marcus', '/proctor/dashboard'],
] as const

it.each(dashboards)('%s finds in %s what each call would answer, and it is not cached', async (who, path) => {
  const { found, headers } = await open(who, path)
  expect(headers['cache-control']).toBe('no-store')
  expect(found?.isWhole).toBe(true)
  expect(found!.answers.length).toBeGreaterThan(2)
  for (const { path: call, input, output } of found!.answers) {
    const asked = await product.send({
      method: 'POST',
      path: `/rpc/${call.join('/')}`,
      body: input === undefined ? {} : { json: input },
      token: tokens[who]!,
    })
    expect([call, (asked.json as { json: unknown }).json]).toEqual([call, output])
  }
})

it('contains nothing of another school, hospital or person', async () => {
  for (const [who, path] of dashboards) {
    if (who === 'sam') continue
    const { text } = await open(who, path)
    const others = Object.keys(tokens).filter((name) => name !== who)
    if (who !== 'frank') others.push('Elsewhere Hospital')
    for (const other of [...others.map((name) => `${name} of here`), 'Elsewhere College'])
      expect([who, text.includes(other)]).toEqual([who, false])
  }
  expect((await open('eve', '/school/dashboard')).text).toContain('Elsewhere College')
})

it("reads with the person's rights alone: another role’s page only tells them who they are", async () => {
  for (const [who] of dashboards)
    for (const [owner, path] of dashboards) {
      if (who === 'sam' || who === owner) continue
      const { found } = await open(who, path)
      const dashboard = (found?.answers ?? []).filter(({ path: [feature] }) => feature === 'dashboards')
      const isAlike = ['jenna', 'marcus'].includes(who) && ['jenna', 'marcus'].includes(owner)
      expect([who, path, dashboard.length]).toEqual([who, path, isAlike ? 1 : 0])
    }
  expect(names((await open('pat', '/student/dashboard')).found)).toEqual(['accounts.me'])
  expect(names((await open('ana', '/shifts')).found)).toEqual(['accounts.me'])
})

it('no text ends the block or begins another: a school with such a name', async () => {
  const { text, found } = await open('ana', '/school/dashboard')
  expect(text.match(/<\/?script\b/g)).toEqual(['<script', '</script'])
  expect(text).not.toMatch(/<!--|\u2028/)
  const me = found!.answers.find(({ path }) => path.join('.') === 'accounts.me')!.output
  expect(me).toMatchObject({ school_name: BREAKING })
})

it('contains nothing for a visitor, an ended session, or an address without a page', async () => {
  const stranger = await open(null, '/school/dashboard')
  expect([stranger.text, stranger.headers['cache-control']]).toEqual([PAGE, 'no-cache'])
  tokens['gone'] = 'x'.repeat(43)
  const gone = await open('gone', '/school/dashboard')
  expect([gone.text, gone.headers['cache-control']]).toEqual([PAGE, 'no-store'])
  for (const dest of ['script', 'empty', 'iframe'])
    expect((await open('ana', '/school/dashboard', { headers: { 'sec-fetch-dest': dest } })).text).toBe(PAGE)
  expect((await open('ana', '/school/dashboard', { method: 'HEAD' })).text).toBe('')
})

it('leaves the answers out if others already wait for a slot', async () => {
  expect((await open('nobody', '/admin/dashboard', {}, busy)).text).toBe(PAGE)
})

it('leaves out what failed, and says that it is incomplete', async () => {
  await product.fixture.rows('alter table assignments rename to assignments_away')
  try {
    const { found } = await open('jenna', '/student/dashboard')
    expect(found?.isWhole).toBe(false)
    expect(names(found)).toContain('accounts.me')
    expect(names(found)).not.toContain('assignments.mine')
  } finally {
    await product.fixture.rows('alter table assignments_away rename to assignments')
  }
})

it('uses the day in the person’s own time zone, as their browser stored it', async () => {
  const from = async (zone: string) => {
    const { found } = await open('marcus', '/proctor/dashboard', {
      token: null,
      headers: {
        cookie: `${product.cookie}=${tokens['marcus']}; placewell-zone=${encodeURIComponent(zone)}`,
      },
    })
    const list = found!.answers.find(({ path }) => path.join('.') === 'shifts.list')
    return (list!.input as { from: string }).from
  }
  expect(await from('Pacific/Kiritimati')).not.toBe(await from('Pacific/Pago_Pago'))
  expect(await from('no/such zone; or worse')).toMatch(/^\d{4}-\d\d-\d\d$/)
})

it('every page with first answers is a dashboard of a role', () => {
  expect(Object.keys(pagePrefetches).toSorted()).toEqual(dashboards.map(([, path]) => path).toSorted())
})
