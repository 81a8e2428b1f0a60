import type pg from 'pg'

/** A connection's own idea of the server process behind it, and what it may ask. */
export type Probe = Pick<pg.Client, 'query'>

/**
 * Whether a pooler that hands out server connections per transaction (PgBouncer's pool_mode=transaction) is between us
 * and PostgreSQL: a second connection is then served by the process that served the first, which is still open.
 */
export async function isPooledByTransaction(first: Probe, second: Probe): Promise<boolean> {
  const before = await processOf(first)
  await second.query('begin')
  try {
    // While the second holds that process, the first has to be served by another one.
    return (await processOf(second)) === before || (await processOf(first)) !== before
  } finally {
    await second.query('rollback')
  }
}

async function processOf(connection: Probe): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(rows[0]?.pid)
}
