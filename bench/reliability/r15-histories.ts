/**
 * R15: every history of a shift's seats could have happened one step at a time. Many shifts, each with students who claim, drop and look,
 * and a planner who changes the number of seats; every call is recorded with its start, its end and its response. For each shift the trial
 * searches for an order of the calls that respects time and in which every response is correct for a counter with a limit. The control
 * claims like naive code, counting and then writing, and must have histories without such an order.
 *
 *   node bench/reliability/r15-histories.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import pg from 'pg'
import type { RequestContext } from '#platform/server/guard.ts'
import { createFixture, type Person } from '#database/testing.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import type { Finding } from '../lib/findings.ts'
import { openSemester, openShifts } from '../lib/open-shifts.ts'
import { inParallel, runTrials, seededRandom } from './lib/trial.ts'

export const FULL = { keys: 60, clients: 12, steps: 10 }
export const QUICK = { keys: 6, clients: 12, steps: 6 }
export type Size = typeof FULL

export type Step = { began: number; ended: number } & (
  | { what: 'claim'; answer: 'seat' | 'full' }
  | { what: 'drop'; answer: 'done' }
  | { what: 'resize'; to: number; answer: 'done' | 'refused' }
  | { what: 'read'; answer: { taken: number; seats: number } }
)
type State = { taken: number; seats: number }

const SEATS = 3

/** The state of a counter with a limit after a step, or undefined if it would have responded differently. */
function after({ taken, seats }: State, step: Step): State | undefined {
  switch (step.what) {
    case 'claim':
      if (step.answer === 'full') return taken >= seats ? { taken, seats } : undefined
      return taken < seats ? { taken: taken + 1, seats } : undefined
    case 'drop':
      return taken > 0 ? { taken: taken - 1, seats } : undefined
    case 'resize':
      if (step.answer === 'refused') return step.to < Math.max(taken, 1) ? { taken, seats } : undefined
      return step.to >= taken ? { taken, seats: step.to } : undefined
    case 'read':
      return step.answer.taken === taken && step.answer.seats === seats ? { taken, seats } : undefined
  }
}

/** True if there is an order of the steps, none before another that ended before it began, in which every response is correct. */
export function isLinearizable(history: readonly Step[], start: State): boolean {
  const steps = history.toSorted((a, b) => a.began - b.began)
  const seen = new Set<string>()
  const search = (done: bigint, state: State): boolean => {
    if (done === (1n << BigInt(steps.length)) - 1n) return true
    const name = `${done} ${state.taken} ${state.seats}`
    if (seen.has(name)) return false
    seen.add(name)
    const isOpen = (at: number) => (done & (1n << BigInt(at))) === 0n
    const firstEnd = steps.reduce(
      (first, { ended }, at) => (isOpen(at) ? Math.min(first, ended) : first),
      Infinity,
    )
    for (let at = 0; at < steps.length && steps[at]!.began <= firstEnd; at++) {
      if (!isOpen(at)) continue
      const next = after(state, steps[at]!)
      if (next && search(done | (1n << BigInt(at)), next)) return true
    }
    return false
  }
  return search(0n, start)
}

/** What a trial's clients call: the product, or naive code. */
type Desk = {
  claim(who: number, shift: string, id: string): Promise<'seat' | 'full'>
  drop(who: number, id: string): Promise<void>
  resize(shift: string, to: number): Promise<'done' | 'refused'>
  read(shift: string): Promise<State>
}

/** Tries the product, then the control. */
export async function* tryHistories(size: Size): AsyncGenerator<Finding> {
  for (const kind of ['product', 'control'] as const) {
    const fixture = await createFixture()
    try {
      const school = await fixture.school()
      const semester = await openSemester(fixture.admin, school)
      const shifts = await openShifts(fixture.admin, { school, semester, shifts: size.keys, seats: SEATS })
      const students: Person[] = []
      for (let n = 1; n < size.clients; n++) students.push(await fixture.person({ role: 'student', school }))
      const planner = await fixture.person({ role: 'superadmin' })
      const naive = new pg.Pool({ connectionString: fixture.database.adminUrl, max: 12 })
      const desk =
        kind === 'product'
          ? await productDesk(await Promise.all([...students, planner].map((one) => fixture.as(one))))
          : naiveDesk(naive, students)
      if (kind === 'control') await fixture.rows('alter table public.assignments disable trigger count_seat')
      let calls = 0
      let wrong = 0
      await inParallel(
        shifts.map((shift, at) => ({ shift, at })),
        4,
        async ({ shift, at }) => {
          const history = await historyOf(desk, shift, students.length, size.steps, at)
          calls += history.length
          if (!isLinearizable(history, { taken: 0, seats: SEATS })) wrong++
        },
      )
      await naive.end()
      yield {
        name:
          kind === 'product'
            ? 'R15 every history of a shift’s seats could have happened one step at a time'
            : 'R15 control: naive code leaves histories that could not',
        holds: kind === 'product' ? wrong === 0 : wrong > 0,
        figures: `${size.keys} shifts × ${size.clients} clients, ${calls} calls, ${wrong} histories without an order`,
      }
    } finally {
      await fixture.close()
    }
  }
}

/** Runs all clients of one shift at once, and records what each did. */
async function historyOf(
  desk: Desk,
  shift: string,
  students: number,
  steps: number,
  seed: number,
): Promise<Step[]> {
  const history: Step[] = []
  const note = async <S extends Omit<Step, 'began' | 'ended'>>(work: () => Promise<S>): Promise<S> => {
    const began = performance.now()
    const step = await work()
    history.push({ ...step, began, ended: performance.now() } as unknown as Step)
    return step
  }
  const student = async (who: number): Promise<void> => {
    const random = seededRandom(seed * 1_000 + who)
    let seat: string | null = null
    for (let turn = 0; turn < steps; turn++) {
      const dice = random()
      if (dice < 0.2) await note(async () => ({ what: 'read', answer: await desk.read(shift) }) as const)
      else if (seat) {
        const mine: string = seat
        await note(async () => {
          await desk.drop(who, mine)
          return { what: 'drop', answer: 'done' } as const
        })
        seat = null
      } else {
        const id = randomUUID()
        const { answer } = await note(
          async () => ({ what: 'claim', answer: await desk.claim(who, shift, id) }) as const,
        )
        if (answer === 'seat') seat = id
      }
    }
  }
  const planner = async (): Promise<void> => {
    const random = seededRandom(seed * 1_000 + 999)
    let last = SEATS
    for (let turn = 0; turn < steps; turn++) {
      // Requesting the current number is no change and would be refused.
      const to = 1 + ((last + Math.floor(random() * 5)) % 6)
      if (to === last) continue
      const { answer } = await note(
        async () => ({ what: 'resize', to, answer: await desk.resize(shift, to) }) as const,
      )
      if (answer === 'done') last = to
    }
  }
  await Promise.all([planner(), ...Array.from({ length: students }, (_, who) => student(who))])
  return history
}

async function productDesk(contexts: readonly RequestContext[]): Promise<Desk> {
  const seats = assignmentHandlers()
  const shifts = shiftHandlers()
  const planner = contexts.at(-1)!
  const codeOf = (error: unknown): { code?: string; message?: string } => error as { code?: string }
  return {
    claim: (who, shift, id) =>
      call(seats.ask, { id, shift_id: shift }, { context: contexts[who]! }).then(
        () => 'seat',
        (error: unknown) => {
          if (codeOf(error).message?.startsWith('This shift is full.')) return 'full'
          throw error
        },
      ),
    drop: async (who, id) => void (await call(seats.drop, { id }, { context: contexts[who]! })),
    async resize(shift, to) {
      const { version } = await call(shifts.get, { id: shift }, { context: planner })
      return call(
        shifts.askChange,
        { id: shift, version, change: { capacity: to }, reason: 'The room was measured.' },
        { context: planner },
      ).then(
        () => 'done',
        (error: unknown) => {
          if (codeOf(error).code === 'CONFLICT' && /seat/.test(codeOf(error).message ?? '')) return 'refused'
          throw error
        },
      )
    },
    async read(shift) {
      const { seats_taken: taken, seats: all } = await call(shifts.get, { id: shift }, { context: planner })
      return { taken, seats: all! }
    },
  }
}

function naiveDesk(pool: pg.Pool, students: readonly Person[]): Desk {
  const state = async (shift: string): Promise<State> => {
    const { rows } = await pool.query<State>(
      `select x.seats, (select count(*)::int from public.assignments a where a.shift_id = x.id and a.status = 'assigned') as taken from public.shifts x where x.id = $1`,
      [shift],
    )
    return rows[0]!
  }
  return {
    async claim(who, shift, id) {
      const { taken, seats } = await state(shift)
      await pause(1)
      if (taken >= seats) return 'full'
      await pool.query(
        `insert into public.assignments (id, shift_id, school_id, student_id, during, busy) select $1, x.id, x.school_id, $3, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
         from public.shifts x where x.id = $2`,
        [id, shift, students[who]!.id],
      )
      return 'seat'
    },
    async drop(_, id) {
      await pool.query(`update public.assignments set status = 'dropped' where id = $1`, [id])
    },
    async resize(shift, to) {
      if (to < (await state(shift)).taken) return 'refused'
      await pool.query('update public.shifts set seats = $2 where id = $1', [shift, to])
      return 'done'
    },
    read: state,
  }
}

if (import.meta.main) await runTrials((quick) => tryHistories(quick ? QUICK : FULL))
