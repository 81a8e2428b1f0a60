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

/** A pool of connections; features use this type and never the library itself. */
export type Pool = pg.Pool

/** What a feature's queries run on: one connection, inside one transaction. */
export type Tx = Kysely<DB>

// Clinical dates and local times stay text: a JavaScript Date would shift them by the server's zone.
for (const oid of [pg.types.builtins.DATE, pg.types.builtins.TIME])
  pg.types.setTypeParser(oid, (text) => text)
// Instants are ISO text in UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoInstant)
// Counts fit into a double until this product has 2^53 rows.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Converts an instant as PostgreSQL writes it to ISO 8601 with milliseconds, in UTC. Throws RangeError for infinity. */
export function isoInstant(text: string): string {
  // Our server writes UTC, so only the format differs, and rewriting the text is five times as fast as a Date.
  const [, day, time, part = '.'] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/.exec(text) ?? []
  return day ? `${day}T${time}${part.slice(0, 4).padEnd(4, '0')}Z` : new Date(text).toISOString()
}

/**
 * A pool for one database role. Waits at most `waitMs` for a connection (2 s if a person waits for the answer), gives up on a silent
 * network after `queryTimeoutMs`, and never lets a dying connection kill the process. An unused connection is closed after ten minutes,
 * except `kept` of them: a new connection has to read the catalog and plan each statement again (docs/decisions/202).
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
    // More often than any router on the way drops an idle connection.
    keepAliveInitialDelayMillis: 60_000,
    // sends begin, query and commit without waiting for each other's answers
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

/** Kysely bound to one checked-out connection. Every statement is named after its text, so PostgreSQL plans it once. */
export function queriesOn(client: pg.ClientBase): Tx {
  const known = perConnection.get(client)
  if (known) return known
  const tx = bound(new OneConnectionDriver(client))
  perConnection.set(client, tx)
  return tx
}

const nowhere = bound(new DummyDriver())

/** A statement in the driver's form, named after its text. */
export function statementOf<R>(query: RawBuilder<R> | Compilable<R>): pg.QueryConfig {
  return named(query.compile(nowhere))
}

function named({ sql: text, parameters }: CompiledQuery): pg.QueryConfig {
  const name = statementName(text)
  return { ...(name ? { name } : {}), text, values: [...parameters] }
}

/**
 * Sends everything that is asked of a connection before the current work pauses in one packet: each separate packet wakes PostgreSQL and
 * costs as much as a small query.
 */
export function sendInOnePacket(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const statementNames = new Map<string, string>()

/** The name of a prepared statement: a hash of its text. After 2,000 texts (such as lists of changing length) statements stay unnamed. */
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
