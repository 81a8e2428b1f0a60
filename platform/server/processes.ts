import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Distinguishes a process from a later one with the same number. */
export type ProcessMark = { pid: number; born: string }

/** The mark of a running process, or undefined if there is none (a zombie counts as none). */
export function markOf(pid: number): ProcessMark | undefined {
  const born = existsSync('/proc/self/stat') ? bornByProc(pid) : bornByPs(pid)
  return born === undefined ? undefined : { pid, born }
}

/** True if that same process still runs. */
export function isRunning(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.born === mark.born
}

/** The command line of a process, its arguments separated by spaces; empty if there is none. */
export function commandLineOf(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
  return ps(pid, 'command=')
}

function bornByProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may contain anything; the state is the first field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${fields[19]}`
  } catch {
    return undefined
  }
}

function bornByPs(pid: number): string | undefined {
  return ps(pid, 'lstart=') || undefined
}

function ps(pid: number, column: string): string {
  return spawnSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}
