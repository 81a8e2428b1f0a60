import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { accountHandlers } from './handlers.ts'
import { clientHashFor, someEmail, visitor } from './testing.ts'

// What people read when the server itself fails (Spec §8), in a database without some functions.
let fixture: Fixture
let api: ReturnType<typeof accountHandlers>
let ana: Person
let right: string
beforeAll(async () => {
  fixture = await createFixture()
  api = accountHandlers(fixture)
  ana = await fixture.person({ role: 'student' })
  right = await fixture.credential(ana)
})
afterAll(() => fixture.close())

/** Runs the work while app_auth may not call the function, then while the function does not exist. */
async function without(name: string, args: string, work: () => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = []
  const attempt = () =>
    work().then(
      () => failures.push('worked'),
      ({ code, message }: { code: string; message: string }) => failures.push({ code, message }),
    )
  const grant = `execute on function public.${name}(${args})`
  await fixture.rows(`revoke ${grant} from app_auth`)
  await attempt()
  await fixture.rows(`grant ${grant} to app_auth`)
  await fixture.rows(`alter function public.${name}(${args}) rename to ${name}_away`)
  await attempt()
  await fixture.rows(`alter function public.${name}_away(${args}) rename to ${name}`)
  return failures
}

describe('signing in', () => {
  const signIn = async () =>
    call(api.signIn, { email: ana.email, password_hash_input: right }, { context: await visitor(fixture) })

  it('shows the wrong-password message if the lookup fails, and nothing of the cause', async () => {
    const message = 'Invalid email or password.'
    const refused = { code: 'UNAUTHORIZED', message }
    expect(await without('custom_auth_get_user_for_login', 'text', signIn)).toEqual([refused, refused])
    const ask = async () => call(api.preLogin, { email: ana.email }, { context: await visitor(fixture) })
    expect(await without('custom_auth_get_user_for_login', 'text', ask)).toEqual([refused, refused])
  })

  it('shows an error if anything else fails, and nothing of the cause', async () => {
    await fixture.rows('alter function app.still_has_password(uuid, text) rename to still_away')
    await expect(signIn()).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Sign in failed. Please try again.',
    })
    await fixture.rows('alter function app.still_away(uuid, text) rename to still_has_password')
  })

  it('leaves the admitted requests before its password waits to be hashed', async () => {
    const steps: string[] = []
    const watched = accountHandlers({
      ...fixture,
      passwords: { verify: async () => steps.push('hash') > 0 } as never,
    })
    const context = { ...(await visitor(fixture)), endAdmission: () => void steps.push('left') }
    await call(watched.signIn, { email: ana.email, password_hash_input: right }, { context })
    expect(steps).toEqual(['left', 'hash'])
  })

  it('returns when the session ends, from the database', async () => {
    const context = await visitor(fixture)
    const me = await call(api.signIn, { email: ana.email, password_hash_input: right }, { context })
    const [session] = await fixture.rows<{ expires_at: string }>(
      'select expires_at from priv.sessions where user_id = $1 order by signed_in_at desc limit 1',
      [ana.id],
    )
    expect(Date.parse(me.expires_at)).toBe(Date.parse(session!.expires_at))
  })
})

it('a failed sign-up says whether it was refused or broke', async () => {
  const school = await fixture.school()
  const email = someEmail()
  const signUp = async () =>
    call(
      api.signUp,
      {
        request_id: randomUUID(),
        email,
        password_hash_input: clientHashFor(fixture, email),
        full_name: 'Nora Lind',
        role: 'student',
        school_id: school,
        join_code: school.slice(0, 8).toUpperCase(),
      },
      { context: await visitor(fixture) },
    )
  const args = 'text, text, text, text, text, text, text, text, text, uuid'
  expect(await without('custom_auth_create_user', args, signUp)).toEqual([
    { code: 'BAD_REQUEST', message: 'Failed to create user' },
    { code: 'INTERNAL_SERVER_ERROR', message: 'An unexpected error occurred' },
  ])
  expect(await signUp()).toEqual({ email })
})
