import { hash as bcrypt } from 'bcryptjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prehash } from '#core/password-prehash.ts'
import { createWorld, type Person, type World } from '#database/testing.ts'
import { settingFor } from '#platform/server/passwords.ts'
import { PasswordAudit } from './password-audit.ts'
import { storedHash } from './public.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function personWith(password: string) {
  return giveTo(await world.person({ role: 'student' }), password)
}

async function giveTo(person: Person, password: string) {
  const clientHash = await bcrypt(await prehash(password), settingFor(person.email, world.saltKey))
  const passwordHash = await storedHash(world.passwords, clientHash)
  await world.rows(
    'insert into priv.credentials (user_id, client_setting, verifier) values ($1, left($2, 29), substr($2, 30))',
    [person.id, passwordHash],
  )
  return { person, userId: person.id, clientHash, passwordHash }
}

const mustChange = async (userId: string) =>
  (await world.rows('select must_change from priv.credentials where user_id = $1', [userId]))[0]![
    'must_change'
  ]

it(
  'makes the owner of a password that everybody tries change it, and nobody else',
  { timeout: 60_000 },
  async () => {
    const audit = new PasswordAudit({
      ...world,
      passwordMinLength: 15,
      candidates: ['letmein', '123456'],
      own: () => [],
    })
    const weak = await personWith('123456')
    const strong = await personWith('three herons over a lake')
    const changedSince = await personWith('123456')
    await world.rows('update priv.credentials set verifier = $2 where user_id = $1', [
      changedSince.userId,
      strong.passwordHash.slice(29),
    ])
    for (const one of [weak, strong, changedSince]) audit.consider(one)
    await audit.idle()
    expect([
      await mustChange(weak.userId),
      await mustChange(strong.userId),
      await mustChange(changedSince.userId),
    ]).toEqual([true, false, false])
    expect((await world.as(weak.person)).viewer?.mustChangePassword).toBe(true)
    await audit.stop()
  },
)

it('finds a password made of the person’s own address, or of nothing', { timeout: 60_000 }, async () => {
  const audit = new PasswordAudit({ ...world, passwordMinLength: 15, candidates: [] })
  const email = 'ana.own@test.example'
  const person = await world.person({ role: 'student', email })
  const owned = await giveTo(person, email)
  const empty = await personWith('')
  const strong = await personWith('five herons over a lake')
  for (const one of [owned, empty]) audit.consider(one)
  await audit.idle()
  expect([await mustChange(owned.userId), await mustChange(empty.userId), await mustChange(strong.userId)]).toEqual([true, true, false]) // prettier-ignore
  await audit.stop()
})

it('goes on with the others when the database fails for one', { timeout: 60_000 }, async () => {
  let isAway = true
  const authPool = new Proxy(world.authPool, {
    get(pool, name) {
      if (name === 'connect' && isAway)
        return async () => {
          isAway = false
          throw new Error('away')
        }
      const value: unknown = Reflect.get(pool, name, pool)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
  const audit = new PasswordAudit({
    ...world,
    authPool,
    passwordMinLength: 15,
    candidates: ['123456'],
    own: () => [],
  })
  const [first, second] = [await personWith('123456'), await personWith('123456')]
  audit.consider(first)
  audit.consider(second)
  await audit.idle()
  expect([await mustChange(first.userId), await mustChange(second.userId)]).toEqual([false, true])
  await audit.stop()
})

it('stops in the middle of its work', { timeout: 60_000 }, async () => {
  const audit = new PasswordAudit({ ...world, passwordMinLength: 15 })
  const strong = await personWith('four herons over a lake')
  for (let i = 0; i < 300; i++) audit.consider(strong)
  const started = performance.now()
  await audit.stop()
  expect(performance.now() - started).toBeLessThan(2_000)
})
