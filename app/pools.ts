import type { Config } from '#platform/server/config.ts'
import { createPool, type Pool } from '#platform/server/db.ts'

export type Pools = Record<'pool' | 'authPool' | 'workerPool' | 'jobPool', Pool>

/** Connections that stay open when idle, so that the first person in the morning does not wait for new ones. */
const KEPT_CONNECTIONS = 4

/** Opens a process's connections to the database: for requests, for sign-in, for background work and for jobs. */
export function openPools(
  { dbPoolSize }: Pick<Config, 'dbPoolSize'>,
  urls: { appRw: string; appAuth: string; worker: string },
): Pools {
  const kept = KEPT_CONNECTIONS
  return {
    pool: createPool({ url: urls.appRw, max: dbPoolSize, kept, name: 'placewell' }),
    authPool: createPool({ url: urls.appAuth, max: 6, kept, name: 'placewell sign-in' }),
    workerPool: createPool({
      url: urls.worker,
      max: 3,
      name: 'placewell worker',
      // All background work starts with the process, and on a busy machine the last connection waits for the others.
      waitMs: 20_000,
      queryTimeoutMs: 10_000,
    }),
    // One statement of a job may be large: a whole file, a semester.
    jobPool: createPool({ url: urls.appRw, max: 3, name: 'placewell jobs', queryTimeoutMs: 300_000 }),
  }
}
