import { randomBytes, randomUUID } from 'node:crypto'
import type { Fixture } from '#database/testing.ts'
import { settingFor } from '#platform/server/passwords.ts'

/** What a browser would send for some password of this address: real salt, made-up digest (bcrypt is slow). */
export function clientHashFor(fixture: Fixture, email: string, digest = 'A'): string {
  return settingFor(email, fixture.saltKey) + digest.repeat(31).slice(0, 31)
}

/** A visitor with their own address block, so that tests do not share rate limits. */
export async function visitor(fixture: Fixture) {
  const context = await fixture.as(null)
  const device = { value: null as string | null }
  const signUp = { value: null as string | null }
  return {
    ...context,
    addressBlock: `test ${randomUUID()}`,
    device,
    signUp,
    cookies: {
      ...context.cookies,
      readDevice: () => device.value,
      rememberDevice: (value: string) => void (device.value = value),
      readSignUp: () => signUp.value,
      rememberSignUp: (value: string) => void (signUp.value = value),
    },
  }
}

/** The newest email of a kind to an address, with the token of its link. */
export async function mailTo(
  fixture: Fixture,
  email: string,
  kind: string,
): Promise<{ text: string; token: string; count: number }> {
  const mails = await fixture.rows<{ body_text: string }>(
    'select body_text from priv.mails where to_address = $1 and kind = $2 order by created_at desc',
    [email, kind],
  )
  const text = mails[0]?.body_text ?? ''
  return { text, token: /token=([\w-]+)/.exec(text)?.[1] ?? '', count: mails.length }
}

export function someEmail(): string {
  return `${randomBytes(6).toString('hex')}@test.example`
}
