import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { HealthMetrics, SystemHealth } from '../contract.ts'
import { alertOf, checkFailed } from '../messages.ts'
import { findingsOf, statusOf } from '../rules.ts'
import { readDatabase } from './queries/read-database.ts'
import { readEmails, readWork } from './queries/read-work.ts'

type Logins = {
  /** Reads as the calling superadmin. */
  act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Connects as app_worker, because no login of people may read emails. */
  workerPool: Pool
  log: Log
}

/**
 * The health of the system: its metrics, the findings for the superadmin, and the overall status. A failed check is itself a result, with
 * the alert of Spec §8, and is logged.
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

/** Milliseconds that the simplest query takes on an open connection. */
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
