import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import type { DB } from '#database/tables.gen.ts'

/** A pool of connections; features name it by this type and never touch the library. */
export type Pool = pg.Pool

/** What a feature's sql.ts runs its queries on: one connection, inside one transaction. */
export type Tx = Kysely<DB>

// Clinical dates and wall times stay the text they are: a JavaScript Date would move them by the server's zone.
for (const oid of [pg.types.builtins.DATE, pg.types.builtins.TIME])
  pg.types.setTypeParser(oid, (text) => text)
// Instants travel as ISO text in UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoInstant)
// Counts fit into a double long before this product has 2^53 rows.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** An instant in ISO 8601 with milliseconds, in UTC, from the way PostgreSQL writes it. Throws RangeError for infinity. */
export function isoInstant(text: string): string {
  // Our server writes UTC: then only the form differs, and rewriting it is five times as quick as a Date.
  const [, day, time, part = '.'] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/.exec(text) ?? []
  return day ? `${day}T${time}${part.slice(0, 4).padEnd(4, '0')}Z` : new Date(text).toISOString()
}

/**
 * A pool for one database role. Waits at most `waitMs` for a connection (2 s where a person waits for the answer), gives up on a
 * silent network after `queryTimeoutMs`, and never lets a dying connection kill the process. A connection that no one needs is closed
 * after ten minutes, `kept` of them never: a new one reads the catalog and plans each statement itself (docs/decisions/202).
 */
export function createPool(options: {
  url: string
  max: number
  name: string
  kept?: number
  waitMs?: number
  queryTimeoutMs?: number
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.name,
    connectionTimeoutMillis: options.waitMs ?? 2_000,
    idleTimeoutMillis: 600_000,
    min: options.kept ?? 0,
    query_timeout: options.queryTimeoutMs ?? 3_000,
    statement_timeout: options.queryTimeoutMs ?? 3_000,
    keepAlive: true,
    // Sooner than any router between forgets a connection that says nothing.
    keepAliveInitialDelayMillis: 60_000,
    // begin, query and commit travel without waiting for each other's answers
    pipeline: true,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const perConnection = new WeakMap<pg.ClientBase, Tx>()
const bound = (driver: Driver): Tx =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

/** Kysely bound to one checked-out connection; every statement is named after its text, so PostgreSQL plans it once. */
export function queriesOn(client: pg.ClientBase): Tx {
  const known = perConnection.get(client)
  if (known) return known
  const tx = bound(new OneConnectionDriver(client))
  perConnection.set(client, tx)
  return tx
}

const nowhere = bound(new DummyDriver())

/** A statement as the driver takes it, named after its text. */
export function statementOf<R>(query: RawBuilder<R> | Compilable<R>): pg.QueryConfig {
  return named(query.compile(nowhere))
}

function named({ sql: text, parameters }: CompiledQuery): pg.QueryConfig {
  const name = statementName(text)
  return { ...(name ? { name } : {}), text, values: [...parameters] }
}

/**
 * What is asked of a connection until the present work pauses goes out in one piece: each piece by itself wakes PostgreSQL,
 * and costs as much as a small query.
 */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const statementNames = new Map<string, string>()

/** The name of a prepared statement: a hash of its text. Past 2,000 texts (lists of changing length) statements go unnamed. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known) return known
  if (statementNames.size >= 2_000) return undefined
  const name = createHash('sha1').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

class OneConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection
  constructor(client: pg.ClientBase) {
    this.#connection = new NamedStatements(client)
  }
  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    throw new Error('Already inside a transaction: withActor opened it.')
  }
  async commitTransaction(): Promise<void> {
    throw new Error('withActor commits.')
  }
  async rollbackTransaction(): Promise<void> {
    throw new Error('withActor rolls back.')
  }
  async releaseConnection() {}
  async destroy() {}
}

class NamedStatements implements DatabaseConnection {
  readonly #client: pg.ClientBase
  constructor(client: pg.ClientBase) {
    this.#client = client
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#client.query<pg.QueryResultRow>(named(query))
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
  // oxlint-disable-next-line require-yield -- the interface asks for a generator; nothing in this product streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered inside a transaction.')
  }
}
