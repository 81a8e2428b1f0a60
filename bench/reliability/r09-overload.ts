/**
 * R09: overload sheds and never falls over.
 * The pace of 50 clients (lists of 50, details, writes) is the measure; then twenty times as many come, first such that come
 * back when they are told to, then such that ask again at once. What is answered well must stay near the measure and quick,
 * health must answer on its own port, memory stay small, and the old pace be back within 5 s. The control has no limit of
 * requests under way, and must fail.
 *
 *   node bench/reliability/r09-overload.ts [--quick]
 */
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, driveAside, tally } from '../lib/clients.ts'
import { type Finding, judge } from '../lib/findings.ts'
import { type BenchInstallation, install, startBenchServer } from '../lib/installation.ts'
import { quantile } from '../lib/load.ts'
import { freePort } from '../lib/ports.ts'

export const FULL = { seconds: 15, clients: 1_000 }
/** Long enough for the arrival of everybody to weigh little. */
export const QUICK = { seconds: 10, clients: 1_000 }
export type Size = typeof FULL

const GOAL = { polite: 0.7, rude: 0.5, p99: 1_500, memoryMb: 512, healthMs: 1_000, recovered: 0.8 }

/** Both manners, and the control with the manner that is harder. */
export async function* tryOverload(size: Size): AsyncGenerator<Finding> {
  const bench = await install({ schools: 20, people: 4_000, notifications: 200_000 })
  try {
    for await (const { manner, holds, figures } of overload(bench, size, ['polite', 'rude']))
      yield { name: `R09 ${size.clients} ${manner} clients`, holds, figures }
    for await (const { holds, figures } of overload(bench, size, ['rude'], { MAX_IN_FLIGHT: '1000000' }))
      yield { name: 'R09 control: without a limit of requests under way', holds: !holds, figures }
  } finally {
    await bench.close()
  }
}

type Manner = 'polite' | 'rude'

async function* overload(
  bench: BenchInstallation,
  { seconds, clients }: Size,
  manners: readonly Manner[],
  env: Record<string, string> = {},
): AsyncGenerator<{ manner: Manner; holds: boolean; figures: string }> {
  const healthPort = await freePort()
  const server = await startBenchServer('placewell', {
    PORT: String(await freePort()),
    HEALTH_PORT: String(healthPort),
    APP_RW: bench.urls.appRw,
    APP_AUTH: bench.urls.appAuth,
    APP_WORKER: bench.urls.worker,
    ...env,
  })
  const tokens = bench.askers.map(({ token }) => token)
  const drive = (count: number, manner: Manner, forSeconds: number) =>
    driveAside({ url: server.url, tokens, clients: count, seconds: forSeconds, manner })
  try {
    await drive(50, 'polite', 3) // code is compiled and statements are planned
    const base = perSecond(await drive(50, 'polite', seconds), seconds)
    for (const manner of manners) {
      const health = watchHealth(healthPort)
      const answers = await drive(clients, manner, seconds)
      const slowestHealth = await health.stop()
      await pause(2_000)
      const after = perSecond(await drive(50, 'polite', 3), 3)
      const { good, refused, faults, faultCount } = tally(answers)
      const p99 = quantile(
        good.map(({ ms }) => ms),
        0.99,
      )
      const goodput = perSecond(answers, seconds)
      const memory = peakMemory(server.process.pid!)
      const isAlive = server.process.exitCode === null
      yield {
        manner,
        holds:
          isAlive &&
          faultCount === 0 &&
          goodput >= GOAL[manner] * base &&
          p99 <= GOAL.p99 &&
          memory <= GOAL.memoryMb &&
          slowestHealth <= GOAL.healthMs &&
          after >= GOAL.recovered * base,
        figures: [
          `goodput ${goodput.toFixed(0)}/s = ${((100 * goodput) / base).toFixed(0)} % of ${base.toFixed(0)}/s (goal ${100 * GOAL[manner]} %)`,
          `p99 ${p99.toFixed(0)} ms`,
          `${(refused.length / seconds).toFixed(0)} refused/s`,
          `faults ${faults || 'none'}`,
          `memory ${memory.toFixed(0)} MB`,
          `slowest health ${slowestHealth.toFixed(0)} ms`,
          `${((100 * after) / base).toFixed(0)} % of the pace 2–5 s later`,
        ].join(', '),
      }
    }
  } finally {
    await server.stop()
  }
}

/** Good answers a second, the first moments of everybody arriving left out. */
function perSecond(answers: readonly Answer[], seconds: number): number {
  const from = 1_000
  return (
    tally(answers).good.filter(({ at }) => at > from && at <= seconds * 1_000).length /
    (seconds - from / 1_000)
  )
}

/** Asks for health ten times a second, and remembers the slowest answer. */
function watchHealth(port: number): { stop: () => Promise<number> } {
  let slowest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now()
      await new Promise<void>((resolve) => {
        const call = get({ host: '127.0.0.1', port, path: '/health/live', agent: false }, (answer) =>
          answer.resume().once('end', resolve),
        )
        call.once('error', () => {
          slowest = Number.POSITIVE_INFINITY
          resolve()
        })
      })
      slowest = Math.max(slowest, performance.now() - began)
      await pause(100)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return slowest
    },
  }
}

/** The most memory the process ever had, in MB; where the system does not tell, 0. */
function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
  } catch {
    return 0
  }
}

if (import.meta.main) await judge(tryOverload(process.argv.includes('--quick') ? QUICK : FULL))
