/**
 * R05: email is sent at least once, and email that was rolled back is never sent. Emails are queued in separate transactions, others in
 * transactions that roll back; a real SMTP server temporarily refuses one in ten; the worker processes are repeatedly killed with SIGKILL,
 * alternately before the server has accepted an email and right after. Passes if every queued email arrived, none of the rolled-back ones,
 * and every additional copy has the Message-ID of the first. The control marks an email as sent before sending it, and must lose some.
 *
 *   node bench/reliability/r05-outbox.ts [--quick]
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { callbackify } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { createTestDatabase } from '#database/test-database.ts'
import { startTestServer } from '#database/test-server.ts'
import { startWorker } from './lib/worker.ts'

export type R05Size = { mails: number; rolledBack: number; kills: number; timeLimitMs: number }
export const FULL: R05Size = { mails: 500, rolledBack: 100, kills: 12, timeLimitMs: 90_000 }
export const QUICK: R05Size = { mails: 60, rolledBack: 12, kills: 2, timeLimitMs: 20_000 }

export type R05Result = {
  /** Distinct emails that arrived. */
  arrived: number
  /** Copies beyond the first. */
  copies: number
  /** Emails of rolled-back transactions. */
  neverQueued: number
  /** People whose copies have different Message-IDs. */
  changedIds: number
  /** How often the server refused temporarily. */
  refused: number
  kills: number
  /** Rows not marked as sent. */
  unsettled: number
  seconds: number
}

const WORKERS = 2

/** Runs the whole trial once on the running test server, with the product's worker or the control's. */
export async function tryOutbox(size: R05Size, worker: 'product' | 'control'): Promise<R05Result> {
  const began = performance.now()
  const database = await createTestDatabase()
  // Email is queued inside the database's functions, never by the application's login.
  const client = new pg.Client({ connectionString: database.adminUrl })
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await Promise.all([client.connect(), admin.connect()])

  const idsOf = new Map<string, string[]>()
  let offered = 0
  let lastOffer = began
  let refused = 0
  let kills = 0
  const running = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of running) child.kill('SIGKILL')
  }
  const every = Math.ceil(size.mails / (size.kills + 1))

  const take = async (stream: SMTPServerDataStream): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const mail = await PostalMime.parse(Buffer.concat(parts))
    const mine = ++offered
    lastOffer = performance.now()
    if (mine % 10 === 0) {
      refused++
      throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    }
    const dies = kills < size.kills && mine >= (kills + 1) * every
    if (dies) kills++
    // Alternates: killed while the email is in transit, and killed when it has arrived but is not yet marked.
    if (dies && kills % 2 === 1) {
      killAll()
      throw new Error('The worker is gone.')
    }
    await pause(3)
    const to = mail.to?.[0]?.address ?? ''
    idsOf.set(to, [...(idsOf.get(to) ?? []), mail.messageId ?? ''])
    if (dies) killAll()
  }
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, _session, done) => callbackify(take)(stream, done),
  })
  smtp.on('error', () => {}) // errors from connections of killed workers
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as { port: number }

  let ending = false
  const keepOneRunning = async (): Promise<void> => {
    while (!ending) {
      const child = startWorker({ database }, 'r05-worker.ts', worker, {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      })
      running.add(child)
      await once(child, 'exit')
      running.delete(child)
    }
  }
  const workers = Array.from({ length: WORKERS }, keepOneRunning)

  try {
    const queue = async (to: string, end: 'commit' | 'rollback') => {
      await client.query('begin')
      await client.query(`select app.queue_mail('trial', $1, 'A trial', 'Text', '<p>Text</p>')`, [to])
      await client.query(end)
    }
    for (let index = 0; index < size.mails; index++) {
      await queue(`kept-${index}@trial.example`, 'commit')
      if (index < size.rolledBack) await queue(`rolled-back-${index}@trial.example`, 'rollback')
    }
    const unsettled = async () =>
      (await admin.query<{ n: number }>(`select count(*)::int as n from priv.mails where status <> 'sent'`))
        .rows[0]!.n
    const until = performance.now() + size.timeLimitMs
    // Done once every email is marked and the server has received nothing for a while, because the control marks before it sends.
    const isOver = async () => performance.now() - lastOffer > 1_000 && (await unsettled()) === 0
    while (performance.now() < until && !(await isOver())) await pause(50)
    const kept = [...idsOf].filter(([to]) => to.startsWith('kept-'))
    return {
      arrived: kept.length,
      copies: kept.reduce((sum, [, ids]) => sum + ids.length - 1, 0),
      neverQueued: idsOf.size - kept.length,
      changedIds: kept.filter(([, ids]) => new Set(ids).size > 1).length,
      refused,
      kills,
      unsettled: await unsettled(),
      seconds: (performance.now() - began) / 1_000,
    }
  } finally {
    ending = true
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(workers)
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    await Promise.all([client.end(), admin.end()])
    await database.drop()
  }
}

/** True if the promise was kept. */
export function holds(size: R05Size, result: R05Result): boolean {
  return (
    result.arrived === size.mails &&
    result.neverQueued === 0 &&
    result.changedIds === 0 &&
    result.unsettled === 0 &&
    result.refused > 0 &&
    result.kills === size.kills
  )
}

if (import.meta.main) {
  const size = process.argv.includes('--quick') ? QUICK : FULL
  const server = await startTestServer()
  try {
    const product = await tryOutbox(size, 'product')
    const passed = holds(size, product)
    report(passed, `R05 every queued mail arrives, none that was rolled back`, size, product)
    const control = await tryOutbox(size, 'control')
    const controlFailed = control.arrived < size.mails
    report(controlFailed, `R05 control: marked as sent before sending, loses mail`, size, control)
    process.exitCode = passed && controlFailed ? 0 : 1
  } finally {
    await server.stop()
  }
}

function report(passed: boolean, title: string, size: R05Size, result: R05Result): void {
  const { arrived, copies, neverQueued, changedIds, refused, kills, unsettled, seconds } = result
  console.log(
    `${passed ? 'PASS' : 'FAIL'} ${title}: ${arrived} of ${size.mails} arrived, ${copies} copies, ${neverQueued} of ${size.rolledBack} rolled back, ` +
      `${changedIds} changed Message-IDs, ${refused} refused for now, ${kills} × kill -9 of ${WORKERS} workers, ${unsettled} unsettled, ${seconds.toFixed(1)} s`,
  )
}
