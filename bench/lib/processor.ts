import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** The fields in /proc of a process after its name. */
function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
}

export function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1])
}

/** CPU time of a process in milliseconds; with four fields also of its ended children. */
export function processorTime(pid: number, to = 2): number {
  return (
    fieldsOf(pid)
      .slice(11, 11 + to)
      .reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
  )
}

/** CPU time of a process and all its children, including ended ones. */
export function processorTimeOfAll(parent: number): number {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(Number(name)) === parent
    } catch {
      return false // it ended in the meantime
    }
  })
  return (
    processorTime(parent, 4) +
    children.reduce((sum, pid) => {
      try {
        return sum + processorTime(Number(pid))
      } catch {
        return sum
      }
    }, 0)
  )
}

/** CPU time of the whole machine in milliseconds: used and total. */
export function machineTime(): { used: number; all: number } {
  const times = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).slice(1, 9).map(Number)
  const all = times.reduce((sum, one) => sum + one, 0)
  return { used: (all - times[3]! - times[4]!) * TICK_MS, all: all * TICK_MS }
}

/**
 * Records CPU use until the returned function is called: of the server, PostgreSQL, this process (whose threads are the clients) and all
 * other programs, each in cores.
 */
export function followProcessor(pids: { server: number; postmaster: number }): () => string {
  const read = () => ({
    server: processorTime(pids.server),
    PostgreSQL: processorTimeOfAll(pids.postmaster),
    clients: processorTime(process.pid),
    machine: machineTime(),
    at: performance.now(),
  })
  const before = read()
  return () => {
    const now = read()
    const ms = now.at - before.at
    const cores = (time: number) => (time / ms).toFixed(2)
    const parts = (['server', 'PostgreSQL', 'clients'] as const).map(
      (who) => [who, now[who] - before[who]] as const,
    )
    const used = now.machine.used - before.machine.used
    const others = used - parts.reduce((sum, [, time]) => sum + time, 0)
    return `cores: ${[...parts, ['other programs', others] as const].map(([who, time]) => `${who} ${cores(time)}`).join(', ')} of ${cores(now.machine.all - before.machine.all)}`
  }
}
