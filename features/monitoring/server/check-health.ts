import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { HealthMetrics, SystemHealth } from '../contract.ts'
import { alertOf, checkFailed } from '../messages.ts'
import { findingsOf, statusOf } from '../rules.ts'
import { readDatabase } from './queries/read-database.ts'
import { readEmails, readWork } from './queries/read-work.ts'

type Logins = {
  /** Reads as the superadmin who asks. */
  act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Logged in as app_worker: no login of people reads emails. */
  workerPool: Pool
  log: Log
}

/**
 * How the system is: its figures, what of them needs the superadmin, and one word for the whole. A check that fails is itself an
 * answer, with the alert that Spec §8 names, and is in the log.
 */
export async function checkHealth({ act, workerPool, log }: Logins): Promise<SystemHealth> {
  const timestamp = new Date().toISOString()
  try {
    const metrics = await readMetrics(act, workerPool)
    const found = findingsOf(metrics, timestamp)
    return { status: statusOf(found), timestamp, metrics, alerts: found.map(alertOf) }
  } catch (error) {
    log.error({ err: error }, 'the system health check failed')
    return { status: 'unhealthy', timestamp, metrics: null, alerts: [checkFailed] }
  }
}

async function readMetrics(act: Logins['act'], workerPool: Pool): Promise<HealthMetrics> {
  const responseTime = await timeOf(workerPool)
  const [database, work, emails] = await Promise.all([
    act(readDatabase),
    act(readWork),
    withActor(workerPool, null, readEmails, { readOnly: true }),
  ])
  return { database_connected: true, response_time: responseTime, ...database, ...work, emails }
}

/** How long, in milliseconds, the simplest question takes on a connection that is there already. */
async function timeOf(pool: Pool): Promise<number> {
  const client = await pool.connect()
  try {
    const began = performance.now()
    await client.query('select 1')
    return performance.now() - began
  } finally {
    client.release()
  }
}
