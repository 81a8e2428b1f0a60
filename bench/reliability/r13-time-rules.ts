/**
 * R13: the time rules, before and after each limit, against a real PostgreSQL. Sessions, reset and verification links by the age of their
 * rows; the nights on which the clocks change by the length of a shift from 19:00 to 07:00; and a client whose clock is two days off, which
 * has no effect. The control trusts such a client, and must be wrong.
 *
 *   node bench/reliability/r13-time-rules.ts [--quick]
 */
import { startProduct } from '#app/testing.ts'
import { instantOf } from '#core/clock-time.ts'
import { mailTo } from '#features/accounts/server/testing.ts'
import { hashToken } from '#platform/server/session.ts'
import type { Finding } from '../lib/findings.ts'
import { runTrials } from './lib/trial.ts'

const HOUR = 3_600_000

/** Returns one finding for each rule, and the control. */
export async function* tryTimeRules(): AsyncGenerator<Finding> {
  const product = await startProduct()
  const { fixture } = product
  try {
    for (const [age, expected] of [
      ['22:59', 'kept: 1 h 1 min left'],
      ['23:01', 'renewed: 24 h left'],
      ['24:01', 'gone: 401'],
    ] as const) {
      const token = await product.session(await fixture.person({ role: 'student' }))
      await fixture.rows(
        `update priv.sessions set signed_in_at = signed_in_at - $2::interval, expires_at = expires_at - $2::interval,
           last_seen_at = last_seen_at - $2::interval where token_hash = $1`,
        [hashToken(token), age],
      )
      const { status } = await product.send({ path: '/api/notifications', token })
      const [row] = await fixture.rows<{ left: number }>(
        'select round(extract(epoch from expires_at - now()) / 60)::int as left from priv.sessions where token_hash = $1',
        [hashToken(token)],
      )
      const words = row
        ? `${row.left > 120 ? 'renewed' : 'kept'}: ${duration(row.left)} left`
        : `gone: ${status}`
      yield finding(`a session of ${age} h`, words, expected)
    }

    for (const [age, expected] of [
      ['59 minutes 59 seconds', 200],
      ['60 minutes 1 second', 'Reset token has expired. Please request a new password reset.'],
    ] as const)
      yield finding(
        `a reset link of ${age}`,
        await follow(product, 'reset_password', age, '/api/reset-password/link'),
        expected,
      )
    for (const [age, expected] of [
      ['23 hours 59 minutes', 200],
      ['24 hours 1 minute', 'Invalid or expired verification link.'],
    ] as const)
      yield finding(
        `a verification link of ${age}`,
        await follow(product, 'verify_email', age, '/api/verify-email'),
        expected,
      )

    for (const [date, next, hours] of [
      ['2026-03-07', '2026-03-08', 11],
      ['2026-10-31', '2026-11-01', 13],
      ['2026-06-06', '2026-06-07', 12],
    ] as const) {
      const [row] = await fixture.rows<{ hours: number }>(
        `select (extract(epoch from ($2::timestamp at time zone 'America/New_York') - ($1::timestamp at time zone 'America/New_York')) / 3600)::float as hours`,
        [`${date} 19:00`, `${next} 07:00`],
      )
      const ours =
        (Date.parse(instantOf(next, '07:00', 'America/New_York')) -
          Date.parse(instantOf(date, '19:00', 'America/New_York'))) /
        HOUR
      yield finding(
        `19:00–07:00 from ${date} in New York`,
        `${ours} h, PostgreSQL ${row!.hours} h`,
        `${hours} h, PostgreSQL ${hours} h`,
      )
    }

    const living = await product.session(await fixture.person({ role: 'student' }))
    const dead = await product.session(await fixture.person({ role: 'student' }))
    await fixture.rows(
      `update priv.sessions set expires_at = now() - interval '1 minute' where token_hash = $1`,
      [hashToken(dead)],
    )
    const clocks = [2, -2].map((days) => new Date(Date.now() + days * 24 * HOUR).toUTCString())
    const answered: string[] = []
    for (const date of clocks)
      for (const token of [living, dead])
        answered.push(
          String((await product.send({ path: '/api/notifications', token, headers: { date } })).status),
        )
    yield finding('a client whose clock is two days off', answered.join(' '), '200 401 200 401')

    const believed = [2, -2].flatMap((days) => [23, -1].map((left) => (left <= days * 24 ? '401' : '200')))
    yield {
      name: 'R13 control: believing the client’s clock',
      holds: believed.join(' ') !== '200 401 200 401',
      figures: `${believed.join(' ')} instead of 200 401 200 401`,
    }
  } finally {
    await product.close()
  }
}

/** Follows a link that the product sent and that has this age: returns 200, or the text of the refusal. */
async function follow(
  product: Awaited<ReturnType<typeof startProduct>>,
  kind: 'reset_password' | 'verify_email',
  age: string,
  path: string,
): Promise<number | string> {
  const { fixture } = product
  const isReset = kind === 'reset_password'
  const { email } = await fixture.person({
    role: 'student',
    isVerified: isReset,
    status: isReset ? 'active' : 'pending',
  })
  const ask = isReset ? '/api/reset-password/request' : '/api/verify-email/resend'
  await product.send({ method: 'POST', path: ask, body: { email } })
  const { token } = await mailTo(fixture, email, kind)
  await fixture.rows(
    `update priv.user_tokens set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where token_hash = $1`,
    [hashToken(token), age],
  )
  const answer = await product.send({ method: 'POST', path, body: { token } })
  return answer.status === 200 ? 200 : (answer.json as { message: string }).message
}

function duration(minutes: number): string {
  return [Math.floor(minutes / 60) && `${Math.floor(minutes / 60)} h`, minutes % 60 && `${minutes % 60} min`]
    .filter(Boolean)
    .join(' ')
}

function finding(name: string, found: number | string, expected: number | string): Finding {
  return { name: `R13 ${name}`, holds: found === expected, figures: String(found) }
}

if (import.meta.main) await runTrials(() => tryTimeRules())
