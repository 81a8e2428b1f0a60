import { readFileSync } from 'node:fs'

/** The most memory the process ever had, in MB; where the system does not tell, 0. */
export function peakMemory(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024
  } catch {
    return 0
  }
}
