import type pg from 'pg'

/** The parts of a connection needed to find the server process behind it. */
export type Probe = Pick<pg.Client, 'query'>

/**
 * True if a pooler that assigns server connections per transaction (PgBouncer's pool_mode=transaction) is between us and PostgreSQL: the
 * process that served the first connection, still open, then also serves the second.
 */
export async function usesTransactionPooling(first: Probe, second: Probe): Promise<boolean> {
  const before = await processOf(first)
  await second.query('begin')
  try {
    // While the second holds that process, the first has to be served by another.
    return (await processOf(second)) === before || (await processOf(first)) !== before
  } finally {
    await second.query('rollback')
  }
}

async function processOf(connection: Probe): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number(rows[0]?.pid)
}
