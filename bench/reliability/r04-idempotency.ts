/**
 * R04: a request with an idempotency key runs once. Many calls at the same moment with one key, over HTTP (copying a semester) and directly
 * on the database: one effect, and every call gets the same response. The same key with another request is refused (422), the same key of
 * another person is separate, a call without a key is refused (400), and a key whose work failed is free again. The control stores the key
 * after the work has committed, and must do the work more than once.
 *
 *   node bench/reliability/r04-idempotency.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startProduct } from '#app/testing.ts'
import { createFixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { once } from '#platform/server/idempotency.ts'
import type { Finding } from '../lib/findings.ts'
import { termToCopy } from './lib/terms.ts'
import { runTrials } from './lib/trial.ts'

export const FULL = { calls: 60, rounds: 10, shifts: 40 }
export const QUICK = { calls: 60, rounds: 1, shifts: 10 }
export type Size = typeof FULL

/** Runs the whole trial: product and control. */
export async function* tryIdempotency(size: Size): AsyncGenerator<Finding> {
  yield* tryOverHttp(size)
  yield await tryOnDatabase('key first', size)
  const control = await tryOnDatabase('key afterwards', size)
  yield {
    name: 'R04 control: the key kept after the commit does the work again',
    holds: !control.holds,
    figures: control.figures,
  }
}

/** Copies a semester with many equal calls at once. */
async function* tryOverHttp({ calls, rounds, shifts }: Size): AsyncGenerator<Finding> {
  const product = await startProduct()
  try {
    const { fixture } = product
    const school = await fixture.school()
    const [ada, eve] = [
      await fixture.person({ role: 'school_admin', school }),
      await fixture.person({ role: 'school_admin', school }),
    ]
    const [adaToken, eveToken] = [await product.session(ada), await product.session(eve)]
    const count = async (table: 'semester_copies' | 'shifts', semester: string): Promise<number> => {
      const column = table === 'shifts' ? 'semester_id' : 'target_semester_id'
      const [row] = await fixture.rows<{ n: number }>(
        `select count(*)::int as n from public.${table} where ${column} = $1`,
        [semester],
      )
      return row!.n
    }
    const { source, semester } = await termToCopy(fixture, school, shifts)

    const faults: string[] = []
    const want = (isRight: boolean, what: string): void => void (isRight || faults.push(what))
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const target = await semester('2031-08-25', '2031-12-12')
      const body = { target: { kind: 'existing', id: target }, idempotency_key: randomUUID() }
      const copy = (token: string, request: object) =>
        product.send({ method: 'POST', path: `/api/semesters/${source}/copy`, token, body: request })
      // A call that was asked to retry uses the same key, as a client does: each gets the response.
      const answered = async (token: string, request: object): ReturnType<typeof copy> => {
        const answer = await copy(token, request)
        return answer.status === 503 ? answered(token, request) : answer
      }
      const answers = await Promise.all(Array.from({ length: calls }, () => answered(adaToken, body)))
      slowest = Math.max(slowest, ...answers.map(({ milliseconds }) => milliseconds))
      const [first] = answers
      want(first!.status === 200, `a call was answered ${first!.status}`)
      want(
        answers.every(({ status, text }) => status === first!.status && text === first!.text),
        'answers differ',
      )
      want((await count('semester_copies', target)) === 1, 'not one copy')
      want((await count('shifts', target)) === shifts, 'not each shift once')
      const changed = await copy(adaToken, { ...body, mode: 'exact' })
      want(changed.status === 422, `another body was answered ${changed.status}`)
      const keyless = await copy(adaToken, { target: body.target })
      want(keyless.status === 400, `no key was answered ${keyless.status}`)
      const hers = await copy(eveToken, body)
      want(hers.status === 200 && hers.text !== first!.text, `another person was answered ${hers.status}`)
      const again = await copy(adaToken, body)
      want(again.text === first!.text, 'the answer was not kept')
    }
    yield {
      name: 'R04 over HTTP: one key, one copy of the semester',
      holds: faults.length === 0,
      figures: `${rounds} × ${calls} calls at once, slowest ${slowest.toFixed(0)} ms; another body, another person, no key; ${faults.length} faults${[...new Set(faults)].map((fault) => `; ${fault}`).join('')}`,
    }
  } finally {
    await product.close()
  }
}

/** Tests the mechanism alone, with an effect that nothing else would limit to one. */
async function tryOnDatabase(
  variant: 'key first' | 'key afterwards',
  { calls, rounds }: Size,
): Promise<Finding> {
  const fixture = await createFixture()
  try {
    await fixture.rows(
      `create table public.trial_effects (key uuid not null, by uuid not null default app.uid())`,
    )
    await fixture.rows('grant insert, select on public.trial_effects to app_rw')
    const person = await fixture.person({ role: 'student' })
    const other = await fixture.person({ role: 'student' })
    const answersKept = new Map<string, unknown>()

    const effect = async (key: string): Promise<unknown> =>
      fixture.act(person, async (tx) => {
        const work = async () => {
          await sql`insert into public.trial_effects (key) values (${key}::uuid)`.execute(tx)
          return { receipt: randomUUID() }
        }
        return variant === 'key first' ? once(tx, { key, name: 'trial', request: { a: 1 } }, work) : work()
      })
    const call = async (key: string): Promise<unknown> => {
      if (variant === 'key first') return effect(key)
      const known = answersKept.get(key)
      if (known) return known
      const answer = await effect(key)
      answersKept.set(key, answer)
      return answer
    }

    let wrong = 0
    let effects = 0
    for (let round = 0; round < rounds; round++) {
      const key = randomUUID()
      if (variant === 'key first') {
        // Failed work removes its key.
        const failed = fixture.act(person, (tx) =>
          once(tx, { key, name: 'trial', request: { a: 1 } }, () => Promise.reject(new Error('no'))),
        )
        if (
          await failed.then(
            () => true,
            (error: Error) => error.message !== 'no',
          )
        )
          wrong++
      }
      const answers = await Promise.all(Array.from({ length: calls }, () => call(key)))
      const [row] = await fixture.rows<{ n: number }>(
        'select count(*)::int as n from public.trial_effects where key = $1',
        [key],
      )
      effects += row!.n
      if (row!.n !== 1 || new Set(answers.map((answer) => JSON.stringify(answer))).size !== 1) wrong++
      if (variant === 'key first') {
        const another = withActor(fixture.pool, person.tokenHash, (tx) =>
          once(tx, { key, name: 'trial', request: { a: 2 } }, async () => 'no'),
        )
        if (
          await another.then(
            () => true,
            (error: { status?: number }) => error.status !== 422,
          )
        )
          wrong++
        const theirs = await fixture.act(other, (tx) =>
          once(tx, { key, name: 'trial', request: { a: 1 } }, async () => 'theirs'),
        )
        if (theirs !== 'theirs') wrong++
        const nobody = fixture.act(null, (tx) =>
          once(tx, { key, name: 'trial', request: { a: 1 } }, async () => 'nobody'),
        )
        if (
          await nobody.then(
            () => true,
            (error: { code?: string }) => error.code !== 'UNAUTHORIZED',
          )
        )
          wrong++
      }
    }
    return {
      name: 'R04 on the database: one key, one effect, equal answers; a failed one is free again',
      holds: wrong === 0,
      figures: `${rounds} × ${calls} calls at once made ${effects} effects, ${wrong} faults`,
    }
  } finally {
    await fixture.close()
  }
}

if (import.meta.main) await runTrials((quick) => tryIdempotency(quick ? QUICK : FULL))
