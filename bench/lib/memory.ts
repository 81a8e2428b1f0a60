import { readFileSync } from 'node:fs'

/** The peak memory of a process in MB; 0 if the system does not report it. */
export function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
  } catch {
    return 0
  }
}
