/**
 * R01: no acknowledged seat is lost, and none is given twice. Many students claim seats, each claim with an id of the student's choice; the
 * database and the application are killed with SIGKILL in turn, and one response in ten is lost. A claim without a response is sent again
 * with the same id until it has one. Then the recorded responses are compared with the database. The control sends again with a new id, and
 * must refuse students who hold the seat.
 *
 *   node bench/reliability/r01-acknowledged-seats.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Finding, judge } from '../lib/findings.ts'
import { type BenchInstallation, type BenchServer, install, startBenchServer } from '../lib/installation.ts'
import { openSemester, openShifts } from '../lib/open-shifts.ts'
import { freePort } from '../lib/ports.ts'

export const FULL = { writers: 32, kills: 6, everyMs: 5_000, backMs: 10_000 }
/** While other tests run, a return within 10 s can't be promised. */
export const QUICK: Size = { writers: 8, kills: 2, everyMs: 1_500, backMs: 60_000 }
export type Size = typeof FULL

type Claim = { id: string; shift: string; student: string; answer: 'seat' | 'no' }

/** Tries the product, then the control. */
export async function* tryAcknowledgedSeats(size: Size): AsyncGenerator<Finding> {
  const bench = await install({ schools: 1, people: 100, notifications: 100 })
  bench.admin.on('error', () => {}) // it fails with the database
  try {
    for (const again of ['same id', 'new id'] as const) {
      const { given, tries, lost, doubled, unknown, refused, slowestMs } = await trial(bench, size, again)
      const isWhole = lost === 0 && doubled === 0 && unknown === 0 && refused === 0
      yield {
        name:
          again === 'same id'
            ? 'R01 no acknowledged seat is lost or doubled'
            : 'R01 control: sent again under a new id, students who hold the seat are told no',
        holds: again === 'same id' ? isWhole && given > 0 && slowestMs < size.backMs : refused > 0,
        figures: `${size.kills} × kill -9 of the database and the application in turn, ${size.writers} writers, ${given} seats in ${tries} tries, ${lost} lost, ${doubled} doubled, ${unknown} that nobody was told of, ${refused} told no who hold it; back after ${Math.round(slowestMs)} ms at most`,
      }
    }
  } finally {
    await bench.close()
  }
}

async function trial(bench: BenchInstallation, size: Size, again: 'same id' | 'new id') {
  const setUp = await connect(bench)
  const [school] = (await setUp.query<{ id: string }>('select id from public.schools')).rows
  const semester = await openSemester(setUp, school!.id, again)
  // Each trial has its own days, on which no one has a seat yet.
  const daysOn = again === 'same id' ? 60 : 1_000
  const shifts = await openShifts(setUp, { school: school!.id, semester, shifts: 600, seats: 500, daysOn })
  const { rows: where } = await setUp.query<{ data_directory: string }>('show data_directory')
  await setUp.end()

  const port = await freePort()
  let server = await start(bench, port)
  const ledger: Claim[] = []
  const answered: number[] = []
  const killed: number[] = []
  let tries = 0
  let isOver = false

  const writer = async (number: number): Promise<void> => {
    const { id: student, token } = bench.askers[number]!
    // Each writer starts at a different shift, so that they compete for some but not all.
    for (let turn = 0; turn < shifts.length && !isOver; turn++) {
      const shift = shifts[(turn + number * 7) % shifts.length]!
      for (let id = randomUUID(); ; id = again === 'same id' ? id : randomUUID()) {
        tries++
        const status = await claim(port, token, shift, id)
        if (status === 200 || status === 409) {
          answered.push(performance.now())
          ledger.push({ id, shift, student, answer: status === 200 ? 'seat' : 'no' })
          break
        }
        await pause(20 + Math.random() * 80)
      }
    }
  }
  const writing = Promise.all(Array.from({ length: size.writers }, (_, number) => writer(number)))
  try {
    for (let kill = 0; kill < size.kills; kill++) {
      await pause(size.everyMs)
      killed.push(performance.now())
      if (kill % 2 === 0) {
        const [pid] = (await readFile(join(where[0]!.data_directory, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
      } else {
        server.process.kill('SIGKILL')
        await once(server.process, 'exit')
        server = await start(bench, port)
      }
    }
    await pause(size.everyMs)
    isOver = true
    await writing
    const audit = await connect(bench)
    const { rows: held } = await audit.query<{ id: string; shift: string; student: string }>(
      `select id, shift_id as shift, student_id as student from public.assignments where shift_id = any ($1) and app.holds_seat(status)`,
      [shifts],
    )
    await audit.end()
    const ids = new Set(held.map(({ id }) => id))
    const seats = new Set(held.map(({ shift, student }) => `${shift} ${student}`))
    const seated = new Set(ledger.filter(({ answer }) => answer === 'seat').map(({ id }) => id))
    return {
      given: seated.size,
      tries,
      lost: [...seated].filter((id) => !ids.has(id)).length,
      doubled: held.length - seats.size,
      unknown: held.filter(({ id }) => !seated.has(id)).length,
      refused: ledger.filter(
        ({ answer, shift, student }) => answer === 'no' && seats.has(`${shift} ${student}`),
      ).length,
      slowestMs: Math.max(...killed.map((at) => (answered.find((time) => time > at + 50) ?? Infinity) - at)),
    }
  } finally {
    isOver = true
    await server.stop()
  }
}

/** Makes one try; undefined without a response, and one response in ten is lost. */
async function claim(port: number, token: string, shift: string, id: string): Promise<number | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/shifts/${shift}/seats`, {
      method: 'POST',
      headers: { cookie: `placewell=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
      signal: AbortSignal.timeout(5_000),
    })
    await response.arrayBuffer()
    return Math.random() < 0.1 ? undefined : response.status
  } catch {
    return undefined
  }
}

async function connect(bench: BenchInstallation): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: bench.adminUrl })
  await client.connect()
  return client
}

function start(bench: BenchInstallation, port: number): Promise<BenchServer> {
  return startBenchServer('placewell', {
    PORT: String(port),
    LOG_LEVEL: 'silent',
    APP_RW: bench.urls.appRw,
    APP_AUTH: bench.urls.appAuth,
    APP_WORKER: bench.urls.worker,
  })
}

if (import.meta.main) await judge(tryAcknowledgedSeats(process.argv.includes('--quick') ? QUICK : FULL))
