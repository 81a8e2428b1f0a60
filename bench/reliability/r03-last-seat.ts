/**
 * R03: only one student gets the last seat. Hundreds of students claim the last seat of a shift at the same moment, each over a separate
 * connection: one gets it, every other is told that the shift is full, and all is done within 5 s. Students who are asked to retry for lack
 * of capacity or time send the same request again. The control counts first and then writes, and must oversell.
 *
 *   node bench/reliability/r03-last-seat.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Product, startProduct } from '#app/testing.ts'
import type { Person } from '#database/testing.ts'
import type { Finding } from '../lib/findings.ts'
import { openSemester, openShifts } from '../lib/open-shifts.ts'
import { runTrials } from './lib/trial.ts'

export const FULL = { people: 500, rounds: 5, naive: 40, mostMs: 5_000 }
/** While other tests run, 5 s can't be promised. */
export const QUICK: Size = { people: 120, rounds: 1, naive: 12, mostMs: 50_000 }
export type Size = typeof FULL

/** Tries the product, then the control. */
export async function* tryLastSeat(size: Size): AsyncGenerator<Finding> {
  const product = await startProduct()
  try {
    const { fixture } = product
    const school = await fixture.school()
    const shifts = await openShifts(fixture.admin, {
      school,
      semester: await openSemester(fixture.admin, school),
      shifts: size.rounds + 1,
      seats: 1,
    })
    const people: Person[] = []
    const tokens: string[] = []
    for (let n = 0; n < size.people; n++) {
      people.push(await fixture.person({ role: 'student', school }))
      tokens.push(await product.session(people[n]!))
    }

    let slowest = 0
    const faults: string[] = []
    for (const shift of shifts.slice(1)) {
      const began = performance.now()
      const answers = await Promise.all(tokens.map((token) => claim(product, shift, token)))
      slowest = Math.max(slowest, performance.now() - began)
      const count = (status: number) => answers.filter((answer) => answer.status === status).length
      if (count(200) !== 1 || count(409) !== size.people - 1)
        faults.push(
          answers
            .map(({ status, text }) => `${status} ${text}`)
            .filter((answer) => !answer.startsWith('409'))
            .join(', '),
        )
      if (answers.some(({ status, text }) => status === 409 && !text.includes('This shift is full.')))
        faults.push('refused for another reason')
      if ((await held(product, shift)) !== 1) faults.push(`${await held(product, shift)} hold the seat`)
    }
    yield {
      name: `R03 ${size.people} at once on the last seat: one has it`,
      holds: faults.length === 0 && slowest < size.mostMs,
      figures: `${size.rounds} × one 200, ${size.people - 1} × 409, all answered within ${slowest.toFixed(0)} ms${faults.map((fault) => `; ${fault}`).join('')}`,
    }

    const oversold = await countFirst(product, shifts[0]!, people.slice(0, size.naive))
    yield {
      name: 'R03 control: counting first and writing then oversells',
      holds: oversold > 1,
      figures: `${oversold} of ${size.naive} hold the one seat`,
    }
  } finally {
    await product.close()
  }
}

async function claim(product: Product, shift: string, token: string) {
  const body = { id: randomUUID() }
  for (;;) {
    const answer = await product.send({ method: 'POST', path: `/api/shifts/${shift}/seats`, token, body })
    if (answer.status !== 503 && answer.status !== 504) return answer
    await pause(100 + Math.random() * 400)
  }
}

async function held({ fixture }: Product, shift: string): Promise<number> {
  const [row] = await fixture.rows<{ n: number }>(
    `select count(*)::int as n from public.assignments where shift_id = $1 and app.holds_seat(status)`,
    [shift],
  )
  return row!.n
}

async function countFirst(product: Product, shift: string, people: readonly Person[]): Promise<number> {
  const { fixture } = product
  await fixture.rows('alter table public.assignments disable trigger count_seat')
  const clients = await Promise.all(people.map(() => fixture.connect()))
  try {
    const free = await Promise.all(
      clients.map(async (client) => {
        await client.query('begin')
        const { rows } = await client.query<{ free: boolean }>(
          `select x.seats > (select count(*) from public.assignments a where a.shift_id = x.id) as free from public.shifts x where x.id = $1`,
          [shift],
        )
        return rows[0]!.free
      }),
    )
    await Promise.all(
      clients.map(async (client, at) => {
        if (free[at])
          await client.query(
            `insert into public.assignments (shift_id, school_id, student_id, during, busy) select x.id, x.school_id, $2, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
             from public.shifts x where x.id = $1`,
            [shift, people[at]!.id],
          )
        await client.query('commit')
      }),
    )
    return held(product, shift)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await fixture.rows('alter table public.assignments enable trigger count_seat')
  }
}

if (import.meta.main) await runTrials((quick) => tryLastSeat(quick ? QUICK : FULL))
