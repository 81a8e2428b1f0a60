import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Fixture } from '#database/testing.ts'

/** Starts a trial's worker, or its control, on a fixture's database in a separate process. */
export const startWorker = (
  { database }: Pick<Fixture, 'database'>,
  file: string,
  manner: 'product' | 'control',
  env: Record<string, string> = {},
): ChildProcess =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, '..', file), ...(manner === 'control' ? ['--control'] : [])],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Compiled code is cached, as when the product starts (keep-compiled.ts).
      env: {
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../.data/compiled'),
        ...process.env,
        NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
        APP_RW: database.urlFor('app_rw'),
        APP_AUTH: database.urlFor('app_auth'),
        APP_WORKER: database.urlFor('app_worker'),
        ...env,
      },
    },
  )

/** Kills a process with SIGKILL and waits until it is gone. */
export async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}
