import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Role } from '#core/roles.ts'
import { withActor } from '#platform/server/actor.ts'
import { SystemSettingsReader } from '#platform/server/system-settings.ts'
import { readConfig } from '#platform/server/config.ts'
import { createPool, type Pool, type Tx } from '#platform/server/db.ts'
import { allSchoolsPaid, type RequestContext } from '#platform/server/guard.ts'
import { createLog } from '#platform/server/log.ts'
import { PasswordHasher, settingFor } from '#platform/server/passwords.ts'
import { newToken, SessionReader } from '#platform/server/session.ts'
import { createTestDatabase } from './test-database.ts'
import { testObjects } from './test-objects.ts'

/** The statement at which a function changed by a control waits, see whilePaused. */
export const pause = 'perform pg_advisory_xact_lock_shared(0);'

/**
 * How long a call waits for a connection: long, so that a busy machine does not decide a test. The product's own limit is tested with
 * separate pools.
 */
const WAIT_MS = 30_000

export type Person = { id: string; email: string; role: Role; tokenHash: string }
export type PersonOptions = {
  role: Role
  school?: string
  facility?: string
  status?: 'pending' | 'returned' | 'declined' | 'active' | 'deactivated'
  isVerified?: boolean
  email?: string
  fullName?: string
}

/**
 * Creates a database with the services that handlers need, and functions that add people and facilities: for tests that act as someone.
 * Rows are written as the administrator; the tested code runs as app_rw under its policies.
 */
export async function createFixture() {
  const database = await createTestDatabase()
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const pool = createPool({ url: database.urlFor('app_rw'), max: 8, name: 'test', waitMs: WAIT_MS })
  const authPool = createPool({
    url: database.urlFor('app_auth'),
    max: 8,
    name: 'test sign-in',
    waitMs: WAIT_MS,
  })
  const workerPool = createPool({ url: database.urlFor('app_worker'), max: 4, name: 'test worker' })
  const jobPool = createPool({
    url: database.urlFor('app_rw'),
    max: 3,
    name: 'test jobs',
    queryTimeoutMs: 60_000,
  })
  const sessions = new SessionReader(authPool)
  const passwords = new PasswordHasher({ pepper: 'pepper-in-tests', maxWaiting: 1_000 })
  const saltKey = 'salt-key-in-tests'
  const log = createLog({ level: 'silent' })
  const config = readConfig({ NODE_ENV: 'test' })
  const settings = new SystemSettingsReader({ workerPool, config })
  const { objects, storage, keys: objectKeys, remove: removeObjects } = testObjects()

  const fixture = {
    database,
    admin,
    pool,
    authPool,
    workerPool,
    jobPool,
    sessions,
    passwords,
    saltKey,
    /** The fixture's encrypted files; removed with the fixture. */
    objects,
    storage,
    objectKeys,
    log,
    config,
    settings,

    /** Opens another connection as the administrator; the caller ends it. */
    async connect(): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: database.adminUrl })
      await client.connect()
      return client
    },

    /** The rows of any query, as the administrator (row-level security does not apply). */
    async rows<R extends pg.QueryResultRow = Record<string, unknown>>(
      text: string,
      values: unknown[] = [],
    ): Promise<R[]> {
      return (await admin.query<R>(text, values)).rows
    },

    /** Creates a school; returns its id. Its join code is the first eight characters of the id in capitals. */
    async school(name = 'Test School of Nursing'): Promise<string> {
      const id = randomUUID()
      await admin.query('insert into public.schools (id, name, slug) values ($1, $2, $3)', [
        id,
        name,
        `school-${id.slice(0, 8)}`,
      ])
      await admin.query('insert into public.school_join_codes (school_id, code) values ($1, $2)', [
        id,
        id.slice(0, 8).toUpperCase(),
      ])
      return id
    },

    /** Creates a node of the facility hierarchy; without a parent, an organization. */
    async facility(
      options: { kind?: 'organization' | 'site' | 'unit'; parent?: string; name?: string } = {},
    ): Promise<string> {
      const id = randomUUID()
      await admin.query('insert into public.facilities (id, kind, parent_id, name) values ($1, $2, $3, $4)', [
        id,
        options.kind ?? 'organization',
        options.parent ?? null,
        options.name ?? 'Test Hospital',
      ])
      return id
    },

    /**
     * Creates an active partnership of a school with an organization for all its sites, by default from last year to next year; returns its
     * id.
     */
    async partnership(
      school: string,
      organization: string,
      options: { status?: string; kind?: string; from?: string; to?: string; sites?: string[] } = {},
    ): Promise<string> {
      const id = randomUUID()
      await admin.query(
        `insert into public.partnerships (id, school_id, organization_id, status, agreement_kind, effective_from, effective_to, all_sites, requested_at)
         values ($1, $2, $3, $4, $5, coalesce($6, current_date - 365), coalesce($7, current_date + 3650), $8, now())`,
        [
          id,
          school,
          organization,
          options.status ?? 'active',
          options.kind ?? 'affiliation',
          options.from ?? null,
          options.to ?? null,
          options.sites === undefined,
        ],
      )
      for (const site of options.sites ?? [])
        await admin.query(
          'insert into public.partnership_sites (partnership_id, school_id, site_id) values ($1, $2, $3)',
          [id, school, site],
        )
      return id
    },

    /** Creates a person with a live session; active and verified by default. */
    async person(options: PersonOptions): Promise<Person> {
      const id = randomUUID()
      const email = options.email ?? `${id.slice(0, 8)}@test.example`
      await admin.query(
        `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id, linked_facility_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          email,
          options.fullName ?? `Test ${options.role}`,
          options.role,
          options.status ?? 'active',
          options.isVerified ?? true,
          options.school ?? null,
          options.facility ?? null,
        ],
      )
      return { id, email, role: options.role, tokenHash: await fixture.signIn(id) }
    },

    /** Creates a new session for a person; returns its token hash. */
    async signIn(userId: string): Promise<string> {
      const { hash } = newToken()
      await admin.query(
        `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '24 hours')`,
        [hash, userId],
      )
      return hash
    },

    /** Gives a person a password verifier for what the browser would send; returns that client hash. */
    async credential(person: Pick<Person, 'id' | 'email'>, digest = 'A'.repeat(31)): Promise<string> {
      const setting = settingFor(person.email, saltKey)
      const clientHash = `${setting}${digest}`
      await admin.query(
        'insert into priv.credentials (user_id, client_setting, verifier) values ($1, $2, $3)',
        [person.id, setting, await passwords.hash(clientHash)],
      )
      return clientHash
    },

    /** The context of a handler when this person (or no one) calls: `call(router.list, input, { context: await fixture.as(ana) })`. */
    async as(
      person: Pick<Person, 'tokenHash'> | null,
    ): Promise<RequestContext & { cookie: { session: string | null } }> {
      sessions.forget()
      const cookie = { session: null as string | null }
      return {
        viewer: person ? await sessions.read(person.tokenHash) : null,
        tokenHash: person?.tokenHash ?? null,
        pool,
        requestId: randomUUID(),
        address: '127.0.0.1',
        addressBlock: '127.0.0.0/24',
        userAgent: 'test',
        log,
        schools: allSchoolsPaid,
        cookie,
        cookies: {
          startSession: (token) => void (cookie.session = token),
          endSession: () => void (cookie.session = null),
          readDevice: () => null,
          rememberDevice: () => {},
          readSignUp: () => null,
          rememberSignUp: () => {},
        },
      }
    },

    /** Selects a school for a superadmin, or none. */
    selectSchool(superadmin: Pick<Person, 'tokenHash'>, school: string | null): Promise<unknown> {
      return fixture.rows('update priv.sessions set selected_school_id = $1 where token_hash = $2', [
        school,
        superadmin.tokenHash,
      ])
    },

    /** Runs one transaction as this person directly on the database: what row-level security alone allows. */
    act<T>(person: Pick<Person, 'tokenHash'> | null, work: (tx: Tx) => Promise<T>): Promise<T> {
      return withActor(pool, person?.tokenHash ?? null, work)
    },

    /**
     * For controls: replaces guards in a function of the database. If the replacement is `pause`, the function waits there (see
     * whilePaused). Returns a function that restores it.
     */
    async without(name: string, guards: [guard: string, instead: string][]): Promise<() => Promise<unknown>> {
      const [found] = await fixture.rows<{ whole: string }>(
        'select pg_get_functiondef($1::regproc) as whole',
        [name],
      )
      const whole = found!.whole
      for (const [guard] of guards)
        if (!whole.includes(guard)) throw new Error(`${name} has no guard "${guard}"`)
      await admin.query(guards.reduce((text, [guard, instead]) => text.replace(guard, instead), whole))
      return () => admin.query(whole)
    },

    /** Starts the calls that will pause, and runs the rest once all of them wait: what they read is outdated when they continue. */
    async whilePaused<T, R>(start: () => Promise<T>[], meanwhile: () => Promise<R>): Promise<[T[], R]> {
      const gate = await fixture.connect()
      await gate.query('select pg_advisory_lock(0)')
      const started = start()
      const all = Promise.all(started)
      for (let waiting = 0; waiting < started.length;) {
        await Promise.race([all, setTimeout(10)])
        const { rows } = await gate.query(
          `select 1 from pg_locks where locktype = 'advisory' and objid = 0 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        waiting = rows.length
      }
      const done = await meanwhile()
      await gate.end()
      return [await all, done]
    },

    async close(): Promise<void> {
      await Promise.all([pool.end(), authPool.end(), workerPool.end(), jobPool.end(), admin.end()])
      await database.drop()
      await removeObjects()
    },
  }
  return fixture
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>
export type { Pool }
