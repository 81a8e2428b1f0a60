/**
 * Who can access which rows: every table × every kind of person × every verb, tried on the database itself with the login of the
 * application. New tables are included automatically. The result is in matrix.txt for review; after an intended change, write it again with
 * `npm test -- database/matrix.db.test.ts -u` and read what changed.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#core/roles.ts'
import { createFixture, type Fixture } from '#database/testing.ts'
import { newToken } from '#platform/server/session.ts'
import {
  insertRow,
  isPersonal,
  MADE,
  makeRows,
  readTables,
  type Row,
  type Tenant,
  type Table,
} from './matrix-rows.ts'

/** Names on maps, which every approved person may read across schools. */
const MAPS = ['schools', 'facilities', 'organizations', 'sites', 'units', 'logos'].map(
  (name) => `public.${name}`,
)
/** Tables that anyone may read without signing in. */
const PUBLIC = ['public.plans']

type Verb = 'select' | 'insert' | 'update' | 'delete'
const VERBS: Verb[] = ['select', 'insert', 'update', 'delete']
type Group = 'own' | 'A' | 'B' | 'shared'
type Actor = {
  name: string
  id: string | null
  tokenHash: string | null
  tenant: 'A' | 'B' | null
  /** Signed in and approved; the others may access nothing of anyone else. */
  isMember: boolean
  isReadOnly?: boolean
  isSuperadmin?: boolean
}
type Labelled = { key: unknown[]; tenant: 'A' | 'B' | null; owner: unknown }
/** How much of a group of rows was accessible: all, some, or (if missing) none; null if there is no grant. */
type Reach = Partial<Record<Group, 'all' | 'some'>> | null
type Cell = { table: string; actor: Actor; verb: Verb; reach: Reach }

let fixture: Fixture
let client: pg.Client
let tables: Table[]
let tenants: Record<'A' | 'B', Tenant>
let people: { id: string; tenant: 'A' | 'B' | null }[]
let actors: Actor[]
let cells: Cell[]

beforeAll(async () => {
  fixture = await createFixture()
  client = new pg.Client({ connectionString: fixture.database.urlFor('app_rw') })
  await client.connect()
  tables = await readTables(fixture.admin)
  people = []
  actors = [{ name: 'nobody', id: null, tokenHash: null, tenant: null, isMember: false }]
  tenants = { A: await makeTenant('A'), B: await makeTenant('B') }
  await makeOddOnes()
  for (const table of tables) await seed(table)
  cells = await measure(tables)
}, 300_000)
afterAll(async () => {
  await client.end()
  await fixture.close()
})

describe('the matrix', () => {
  it('is the one that a person reviewed', async () => {
    await expect(textOf(cells, await columnRights())).toMatchFileSnapshot('matrix.txt')
  })

  it('shows a column that is granted to the login', async () => {
    const before = await columnRights()
    await fixture.admin.query('grant update (email) on public.users to app_rw')
    try {
      expect(before.get('public.users')!.join(' ')).not.toMatch(/update:.* email/)
      expect((await columnRights()).get('public.users')!.join(' ')).toMatch(/update:.* email/)
    } finally {
      await fixture.admin.query('revoke update (email) on public.users from app_rw')
    }
  })

  it('has rows of both tenants', async () => {
    for (const table of tables) {
      const found = new Set((await label(table)).map(({ tenant }) => tenant))
      expect([table.name, found.has('A') && found.has('B') ? 'A and B' : [...found]]).toEqual([
        table.name,
        found.has('A') || found.has('B') ? 'A and B' : [null],
      ])
    }
  })

  it('gives no access to another school, to anyone not signed in or approved, or to a read-only session', () => {
    expect(breaches(cells)).toEqual([])
  })

  it.each([
    [
      'another school',
      'create policy leak on public.semesters for select to app_rw using (school_id is not null)',
    ],
    ['nobody', 'create policy leak on public.semesters for select to app_rw using (school_id is not null)'],
    [
      'writes',
      'create policy leak on public.semesters for delete to app_rw using (school_id is not null); create policy see on public.semesters for select to app_rw using (school_id is not null)',
    ],
    [
      'who waits',
      'create policy leak on public.semesters for select to app_rw using (school_id = (select u.linked_school_id from public.users u where u.id = (select app.uid())))',
    ],
  ])('detects a leak to %s', async (_, statement) => {
    await fixture.admin.query(statement)
    try {
      const leaking = await measure(tables.filter(({ name }) => name === 'public.semesters'))
      expect(breaches(leaking)).not.toEqual([])
    } finally {
      await fixture.admin.query(
        'drop policy leak on public.semesters; drop policy if exists see on public.semesters',
      )
    }
  })
})

describe('claiming an identity', () => {
  const visible = async (): Promise<number> => {
    let count = 0
    for (const { name } of tables) {
      if (PUBLIC.includes(name)) continue
      await client.query('savepoint look')
      const { rows } = await client
        .query<{ n: number }>(`select count(*) as n from ${name}`)
        .catch(() => ({ rows: [{ n: 0 }] }))
      await client.query('rollback to look')
      count += rows[0]!.n
    }
    return count
  }
  const inside = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('begin')
    try {
      return await work()
    } finally {
      await client.query('rollback')
    }
  }

  it.each([
    ['a made-up session', () => `select set_config('app.session', '${newToken().hash}', true)`],
    ['a person for a session', () => `select set_config('app.session', '${people[0]!.id}', true)`],
    ['everything for a session', () => `select set_config('app.session', '%', true)`],
    [
      'a person',
      () =>
        `select set_config('app.uid', '${people[0]!.id}', true), set_config('app.user_id', '${people[0]!.id}', true)`,
    ],
    [
      'a role',
      () =>
        `select set_config('app.role', 'superadmin', true), set_config('app.is_superadmin', 'true', true)`,
    ],
    ['claims', () => `select set_config('request.jwt.claims', '{"role":"superadmin"}', true)`],
    ['no row security', () => `set local row_security = off`],
  ])('is refused by setting %s', async (_, statement) => {
    expect(await inside(async () => (await client.query(statement()), visible()))).toBe(0)
  })

  it.each([
    'set role app_owner',
    'set role postgres',
    'set session authorization app_owner',
    'set session_replication_role = replica',
    'select * from priv.sessions',
    'select * from app.session()',
    `select * from app.read_session('x')`,
    'create temporary table mine (id int)',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    'copy public.users to program $$true$$',
    `select pg_read_file('postgresql.conf')`,
    'alter table public.users disable row level security',
    'alter role app_rw bypassrls',
    'drop policy see_self on public.users',
  ])('is refused by %s', async (statement) => {
    await expect(inside(() => client.query(statement))).rejects.toMatchObject({ code: '42501' })
  })

  it('works only with a real session, so that the refusals are no accident', async () => {
    const hash = actors.find(({ isSuperadmin }) => isSuperadmin)!.tokenHash
    expect(await inside(async () => (await become(hash), visible()))).toBeGreaterThan(10)
  })
})

async function become(tokenHash: string | null): Promise<void> {
  await client.query(`select set_config('app.session', $1, true)`, [tokenHash ?? ''])
}

/** Creates a school, a facility, and one active person of each role there. */
async function makeTenant(name: 'A' | 'B'): Promise<Tenant> {
  const school = await fixture.school(`School ${name}`)
  const facility = await fixture.facility({ name: `Hospital ${name}` })
  const site = await fixture.facility({ kind: 'site', parent: facility, name: `Campus ${name}` })
  const unit = await fixture.facility({ kind: 'unit', parent: site, name: `Ward ${name}` })
  const add = async (as: string, role: Role, more: { school?: string; facility?: string }) => {
    const person = await fixture.person({ role, ...more })
    people.push({ id: person.id, tenant: name })
    actors.push({
      name: `${as} ${name}`,
      id: person.id,
      tokenHash: person.tokenHash,
      tenant: name,
      isMember: true,
    })
    return person.id
  }
  await add('school_admin', 'school_admin', { school })
  await add('school_super_admin', 'school_super_admin', { school })
  const student = await add('student', 'student', { school })
  const proctor = await add('proctor', 'proctor', { school })
  await add('facility_admin', 'facility_admin', { facility })
  const preceptor = await add('preceptor', 'facility_admin', { facility })
  await fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, 'capstone_preceptor')`,
    [preceptor, facility],
  )
  return { name, school, facility, site, unit, proctor, student, rows: new Map() }
}

/** Creates the superadmin, people who may not enter (yet), and people who act as someone else. All belong to tenant A. */
async function makeOddOnes(): Promise<void> {
  const { school } = tenants.A
  const superadmin = await fixture.person({ role: 'superadmin' })
  people.push({ id: superadmin.id, tenant: null })
  actors.push({ name: 'superadmin', ...superadmin, tenant: null, isMember: true, isSuperadmin: true })
  const add = async (name: string, options: Parameters<Fixture['person']>[0]) => {
    const person = await fixture.person({ school, ...options })
    people.push({ id: person.id, tenant: 'A' })
    actors.push({ name, id: person.id, tokenHash: person.tokenHash, tenant: 'A', isMember: false })
    return person
  }
  await add('pending student A', { role: 'student', status: 'pending' })
  await add('pending school_admin A', { role: 'school_admin', status: 'pending' })
  await add('unverified school_admin A', { role: 'school_admin', isVerified: false })
  await add('declined student A', { role: 'student', status: 'declined' })
  await add('deactivated school_admin A', { role: 'school_admin', status: 'deactivated' })
  const late = await add('expired session of school_admin A', { role: 'school_admin' })
  await fixture.rows(
    `update priv.sessions set signed_in_at = now() - interval '2 days', expires_at = now() - interval '1 second' where token_hash = $1`,
    [late.tokenHash],
  )
  const target = actors.find(({ name }) => name === 'school_admin A')!
  for (const [name, ends, mayWrite] of [
    ['school_admin A, impersonated to look', '30 minutes', false],
    ['school_admin A, impersonated to write', '30 minutes', true],
    ['school_admin A, impersonation over', '-1 second', true],
  ] as const) {
    const tokenHash = await fixture.signIn(superadmin.id)
    await fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'for the test', impersonation_expires_at = now() + $3::interval,
        impersonation_may_write = $4 where token_hash = $1`,
      [tokenHash, target.id, ends, mayWrite],
    )
    const isOver = ends.startsWith('-')
    actors.push({ name, id: target.id, tokenHash, tenant: 'A', isMember: !isOver, isReadOnly: !mayWrite })
  }
}

/** Creates rows for both tenants: one of each kind, and for each person if a row belongs to a person. */
async function seed(table: Table): Promise<void> {
  if (MADE.includes(table.name)) return
  for (const tenant of Object.values(tenants)) {
    const owners = people.filter((person) => person.tenant === tenant.name)
    for (const owner of isPersonal(table) ? owners : owners.slice(0, 1))
      for (const row of makeRows(table, tenant, owner.id))
        tenant.rows.set(table.name, await insertRow(fixture.admin, table, row))
  }
}

/** Every row of a table with its owner: from its own columns, or from the rows that its keys reference. */
async function label(table: Table): Promise<Labelled[]> {
  const { rows } = await fixture.admin.query<Row>(`select * from ${table.name}`)
  return rows.map((row) => ({
    key: table.primaryKey.map((name) => row[name]),
    tenant: tenantOf(table, row),
    owner: ownerOf(table, row),
  }))
}

function tenantOf(table: Table, row: Row): 'A' | 'B' | null {
  const values = Object.values(row)
  for (const tenant of Object.values(tenants))
    if ([tenant.school, tenant.facility, tenant.site, tenant.unit].some((id) => values.includes(id)))
      return tenant.name
  const person = people.find(({ id }) => values.includes(id))
  if (person) return person.tenant
  for (const { of, columns, ofColumns } of table.keys)
    for (const tenant of Object.values(tenants)) {
      const far = tenant.rows.get(of)
      if (far && columns.every((name, at) => row[name] === far[ofColumns[at]!])) return tenant.name
    }
  return null
}

/** The owner of a row: the person in a key to people, except signatures (…_by). */
function ownerOf(table: Table, row: Row): unknown {
  if (table.name === 'public.users') return row['id']
  if ('actor_id' in row) return row['actor_id']
  const column = table.keys.find(({ of, columns }) => of === 'public.users' && !columns[0]!.endsWith('_by'))
    ?.columns[0]
  return column === undefined ? null : row[column]
}

async function measure(some: Table[]): Promise<Cell[]> {
  const found: Cell[] = []
  for (const table of some) {
    const labelled = await label(table)
    // The login is the same for all of them.
    const columns = new Map<Verb, string[] | null>()
    for (const verb of VERBS) columns.set(verb, await granted(table, verb))
    for (const actor of actors) {
      await client.query(`begin${actor.isReadOnly ? ' read only' : ''}`)
      await become(actor.tokenHash)
      for (const verb of VERBS)
        found.push({
          table: table.name,
          actor,
          verb,
          reach: await reach(table, labelled, actor, verb, columns.get(verb) ?? null),
        })
      await client.query('rollback')
    }
  }
  return found
}

/** Tries a verb on every group of rows; each attempt is rolled back. */
async function reach(
  table: Table,
  labelled: Labelled[],
  actor: Actor,
  verb: Verb,
  columns: string[] | null,
): Promise<Reach> {
  if (columns === null) return null
  if (verb === 'insert') return reachByInsert(table, columns, actor)
  const groups = Map.groupBy(labelled, (row): Group =>
    actor.id !== null && row.owner === actor.id ? 'own' : (row.tenant ?? 'shared'),
  )
  const reached: Reach = {}
  for (const [group, rows] of groups) {
    const where = `(${table.primaryKey.join(', ')}) in (${rows
      .map(
        (_, row) =>
          `(${table.primaryKey.map((_name, at) => `$${row * table.primaryKey.length + at + 1}`).join(', ')})`,
      )
      .join(', ')})`
    const statement = {
      select: `select 1 from ${table.name} where ${where}`,
      update: `update ${table.name} set ${columns.map((name) => `${name} = ${name}`).join(', ')} where ${where}`,
      delete: `delete from ${table.name} where ${where}`,
    }[verb]
    const together = await attempt(
      statement,
      rows.flatMap(({ key }) => key),
    )
    let count = typeof together === 'number' ? together : 0
    if (typeof together !== 'number')
      // A key or trigger refused one of them: tries each row separately, and counts only "not allowed" as no access.
      for (const { key } of rows) {
        const one = await attempt(
          statement.replace(
            where,
            `(${table.primaryKey.join(', ')}) = (${key.map((_, at) => `$${at + 1}`).join(', ')})`,
          ),
          key,
        )
        if (typeof one === 'number' ? one > 0 : !isRefusal(one)) count++
      }
    if (count > 0) reached[group] = count === rows.length ? 'all' : 'some'
  }
  return reached
}

/** Inserts rows for either tenant, in the actor's own name and in another's. */
async function reachByInsert(table: Table, columns: string[], actor: Actor): Promise<Reach> {
  const reached: Reach = {}
  for (const tenant of Object.values(tenants)) {
    const other = people.find(({ id, tenant: of }) => of === tenant.name && id !== actor.id)!
    for (const person of actor.id === null ? [other.id] : [other.id, actor.id]) {
      for (const row of makeRows(table, tenant, person)) {
        const names = Object.keys(row).filter((name) => columns.includes(name))
        const values = names.map((name) => row[name])
        const outcome = await attempt(
          `insert into ${table.name} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
          values,
        )
        if (typeof outcome !== 'number' && isRefusal(outcome)) continue
        // A row of the actor is still a breach if it has the other tenant's school or facility.
        const carriesTenant = values.includes(tenant.school) || values.includes(tenant.facility)
        const isForeign = carriesTenant && actor.tenant !== null && actor.tenant !== tenant.name
        reached[values.includes(actor.id) && !isForeign ? 'own' : tenant.name] = 'all'
      }
    }
  }
  return reached
}

/** The columns that the login may use for a verb; null if there are none. */
async function granted(table: Table, verb: Verb): Promise<string[] | null> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
      and (case when $2 = 'delete' then has_table_privilege(a.attrelid, 'delete') else has_column_privilege(a.attrelid, a.attnum, $2) end)`,
    [table.name, verb],
  )
  const names = rows
    .map(({ name }) => name)
    .filter((name) => verb !== 'update' || table.columns.find((column) => column.name === name)?.isWritten)
  return names.length > 0 ? names : null
}

async function attempt(text: string, values: unknown[]): Promise<number | pg.DatabaseError> {
  await client.query('savepoint attempt')
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } catch (error) {
    return error as pg.DatabaseError
  } finally {
    await client.query('rollback to attempt')
  }
}

/** True if not allowed, or in a read-only transaction; a key or trigger only refuses after the policy allowed it. */
function isRefusal({ code }: pg.DatabaseError): boolean {
  return code === '42501' || code === '25006'
}

/** Faults that no snapshot may accept. */
function breaches(found: Cell[]): string[] {
  return found.flatMap(({ table, actor, verb, reach: reached }) => {
    const groups = Object.keys(reached ?? {}) as Group[]
    const isReadOfPublic = verb === 'select' && PUBLIC.includes(table)
    const isReadOfMap = verb === 'select' && MAPS.includes(table)
    const says = (what: string) => [`${table}: ${actor.name} may ${verb} ${what}`]
    if (isReadOfPublic || groups.length === 0) return []
    if (actor.isReadOnly && verb !== 'select') return says('though only looking')
    if (actor.isSuperadmin || (isReadOfMap && actor.isMember)) return []
    if (actor.tenant !== 'A' && groups.includes('A')) return says('rows of tenant A')
    if (actor.tenant !== 'B' && groups.includes('B')) return says('rows of tenant B')
    if (/^(nobody|deactivated|expired)|over$/.test(actor.name)) return says(groups.join(', '))
    const ownSchool = verb === 'select' && table === 'public.schools'
    if (!actor.isMember && groups.some((group) => group !== 'own') && !ownSchool)
      return says(groups.join(', '))
    return []
  })
}

/** The rights of the login on each table's columns: a line for reading, inserting and updating; none if not allowed at all. */
async function columnRights(): Promise<Map<string, string[]>> {
  const rights = new Map<string, string[]>()
  for (const table of tables) {
    const lines: string[] = []
    for (const verb of VERBS.filter((one) => one !== 'delete')) {
      const names = await granted(table, verb)
      if (names === null) continue
      const others = table.columns.map(({ name }) => name).filter((name) => !names.includes(name))
      const list =
        verb === 'select' && others.length < names.length
          ? ['all columns', ...(others.length > 0 ? [`but not ${others.join(', ')}`] : [])].join(' ')
          : names.join(', ')
      lines.push(
        ...wrapped(`${verb}: ${list}`.split(/(?<=,) /), ' ').map((line) => line.replace(/^ {4}/, '')),
      )
    }
    rights.set(table.name, lines)
  }
  return rights
}

/** One block per table, its columns first; people with the same access share a line. */
function textOf(found: Cell[], columns: Map<string, string[]>): string {
  const text = (reached: Reach): string =>
    reached === null
      ? 'no grant'
      : Object.entries(reached)
          .map(([group, much]) => (much === 'all' ? group : `${group} (some)`))
          .sort()
          .join(', ') || '–'
  const blocks = [...Map.groupBy(found, ({ table }) => table)].map(([table, of]) => {
    const lines = new Map<string, string[]>()
    for (const [actor, theirs] of Map.groupBy(of, (cell) => cell.actor)) {
      const line = theirs
        .map(({ verb, reach: reached }) => `${verb} ${text(reached)}`.padEnd(30))
        .join('')
        .trimEnd()
      lines.set(line, [...(lines.get(line) ?? []), actor.name])
    }
    return [
      table,
      ...(columns.get(table) ?? []),
      ...[...lines].flatMap(([line, names]) => [`  ${line}`, ...wrapped(names)]),
    ].join('\n')
  })
  return [
    'Who reaches which rows, tried on the database as the login of the application.',
    'own: rows that belong to the person. A, B: the other rows of one school and its hospital, or of the other. shared: of neither.',
    'Above them, the columns that the login may read, add and change at all; which steps a change may take, the guards say.',
    'Written by database/matrix.db.test.ts; read every change.\n',
    ...blocks.map((block) => `${block}\n`),
  ].join('\n')
}

function wrapped(names: string[], between = ' · '): string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last === undefined || last.length + name.length > 110) lines.push(`      ${name}`)
    else lines[lines.length - 1] = `${last}${between}${name}`
  }
  return lines
}
