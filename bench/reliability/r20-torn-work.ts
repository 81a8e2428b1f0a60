/**
 * R20: work of many steps is done completely or not at all, and once. A semester is copied, a class is invited, and a facility approves
 * shifts; at one of their steps, and again while the response to the commit is in transit, the connections to PostgreSQL are cut,
 * PostgreSQL ends them, or the application is killed with SIGKILL. The result is complete or absent; sent again with the same key it is
 * complete, once. The control writes and commits row by row, and must be torn.
 *
 *   node bench/reliability/r20-torn-work.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { Finding } from '../lib/findings.ts'
import { termToCopy } from './lib/terms.ts'
import {
  askerFor,
  breakAt,
  countsOf,
  type Kind,
  senderFor,
  startTearing,
  retryUntilAllReached,
} from './lib/torn.ts'
import { runTrials } from './lib/trial.ts'

/**
 * `steps`: at how many steps each kind of work is interrupted in each manner, including the response to the commit. Each approved shift has
 * its own day in the one ward, out of 280.
 */
export const FULL = { steps: 8, rows: 60, approvals: 10 }
export const QUICK = { steps: 2, rows: 20, approvals: 4 }
export type Size = typeof FULL

/** Tries each kind of work in each manner, and the control. */
export async function* tryTornWork(size: Size): AsyncGenerator<Finding> {
  const at = await createShiftFixture()
  const tearing = await startTearing(at.fixture)
  try {
    for (const kind of await works(at, size)) yield await tearing.tear(kind, size.steps)
    yield await control(at, tearing.network, size)
  } finally {
    await tearing.close()
    await at.fixture.close()
  }
}

/** The three kinds of work, by people of Lake School and River Health. */
async function works(at: ShiftFixture, { rows, approvals }: Size): Promise<Kind[]> {
  const { fixture, school, people, today } = at
  const [ana, asFrank] = [await senderFor(fixture, people.ana), await askerFor(fixture, people.frank)]
  const counts = (query: string, values: unknown[]) => countsOf(fixture, query, values)
  const { source, semester } = await termToCopy(fixture, school, rows)
  let day = 10
  return [
    {
      name: 'copying a semester',
      async make() {
        const target = await semester('2031-08-25', '2031-12-12')
        return {
          send: ana(`/semesters/${source}/copy`, {
            target: { kind: 'existing', id: target },
            options: { flagged: 'copy' },
            idempotency_key: randomUUID(),
          }),
          written: () =>
            counts(
              `(select count(*) from public.shifts where semester_id = $1), (select count(*) from public.semester_copies where target_semester_id = $1)`,
              [target],
            ),
          whole: [rows, 1],
        }
      },
    },
    {
      name: 'inviting a class',
      async make() {
        const key = randomUUID()
        const pupils = Array.from({ length: rows }, (_, n) => ({
          line: n + 1,
          email: `student${n}.${key.slice(0, 8)}@class.example`,
          first_name: 'Sam',
          last_name: `Student ${n}`,
          student_id: '',
          cohort: '',
          program: '',
          phone: '',
        }))
        return {
          send: ana('/invitations/import', { idempotency_key: key, school_id: school, rows: pupils }),
          written: () =>
            counts(
              `(select count(*) from public.invitations where batch_id = $1), (select count(*) from priv.mails where to_address = any ($2))`,
              [key, pupils.map(({ email }) => email)],
            ),
          whole: [rows, rows],
        }
      },
    },
    {
      name: 'approving shifts',
      async make() {
        const shifts: { id: string; version: number }[] = []
        for (let n = 0; n < approvals; n++) {
          const id = await at.draft({ date: addDays(today, (day = (day % 280) + 1) + 20) })
          await at.submit(id)
          shifts.push(await at.locked(id))
        }
        const ids = shifts.map(({ id }) => id)
        return {
          send: (port) =>
            retryUntilAllReached(
              shifts,
              (some) => asFrank('/shifts/approve', { shifts: some }, port),
              (said, { id }) =>
                (said as { id: string; reason: string | null }[]).some(
                  (one) => one.id === id && one.reason === 'not_reached',
                ),
            ),
          isSound: ([approved, events, told]) => approved === events && told === 1,
          written: () =>
            counts(
              `(select count(*) from public.shifts where id = any ($1) and status = 'approved'), (select count(*) from public.shift_events where shift_id = any ($1) and event = 'approve'),
               (select least(count(*), 1) from public.notifications where type = 'shift_approved' and recipient_id = $2 and data ->> 'action_url' = any ($3))`,
              [ids, people.ana.id, ids.map((id) => `/shift/${id}`)],
            ),
          // Shifts approved in one request are notified once.
          whole: [approvals, approvals, 1],
        }
      },
    },
  ]
}

/** The same copy by naive code: row by row, each committed separately. */
async function control(
  at: ShiftFixture,
  network: Awaited<ReturnType<typeof startTearing>>['network'],
  { rows }: Size,
): Promise<Finding> {
  const { fixture } = at
  await fixture.rows('create table public.trial_copies (n int)')
  await fixture.rows('grant insert on public.trial_copies to app_rw')
  const client = new pg.Client({ connectionString: network.through(fixture.database.urlFor('app_rw')) })
  client.on('error', () => {})
  await client.connect()
  const copy = async (): Promise<number> => {
    for (let n = 0; n < rows; n++) await client.query('insert into public.trial_copies values ($1)', [n])
    return 200
  }
  const cut = async (): Promise<void> => network.set('reset')
  await breakAt(network, Math.round(rows / 2), cut, copy)
  network.set('none')
  await client.end().catch(() => {})
  const [left] = await fixture.rows<{ n: number }>('select count(*)::int as n from public.trial_copies')
  return {
    name: 'R20 control: written row by row it is torn',
    holds: left!.n > 0 && left!.n < rows,
    figures: `${left!.n} of ${rows} rows are there`,
  }
}

if (import.meta.main) await runTrials((quick) => tryTornWork(quick ? QUICK : FULL))
