import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '#database/testing.ts'
import { chainFaults } from '../rules.ts'
import { removeOldAccess, sealAudit, startAuditWorker } from './sealing.ts'
import { beginOf, blockDigest, type BlockRow, blocksSql, sealedBlock } from './blocks.ts'

let fixture: Fixture
let school: string
let other: string
const PLATFORM = '00000000-0000-0000-0000-000000000000'
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Birch College')
  other = await fixture.school('Aspen College')
})
afterAll(() => fixture.close())

const sealAll = async () => {
  while ((await sealAudit(fixture, 100)) > 0);
}
const write = async (of: string | null = school, entity = 'tests') =>
  (
    await fixture.rows<{ id: number }>(
      `insert into public.audit_events (action, entity, school_id) values ('test', $2, $1) returning id::int`,
      [of, entity],
    )
  )[0]!.id
const faults = async (chain = school) => {
  const lying = await fixture.rows<BlockRow>(blocksSql, [chain, 0, 10_000])
  return chainFaults(lying.map(sealedBlock), beginOf(chain), new Date()).filter(({ fault }) => fault !== null)
}
/** Pauses sealing (see whilePaused) at the point where row digests are computed. */
const pauseSealing = () =>
  fixture.without('app.audit_row_digest', [
    [
      `select sha256(convert_to(row_text, 'UTF8')) from (`,
      `select sha256(convert_to(row_text, 'UTF8')) from (select pg_advisory_xact_lock_shared(0)) gate, (`,
    ],
  ])
const blocks = (chain = school) =>
  fixture.rows<{ seq: number; row_ids: number[]; sources: string[] }>(
    'select seq::int, row_ids::int[], sources from public.audit_blocks where chain = $1 order by seq',
    [chain],
  )
/** What only the owner of the database can do: runs with the triggers off, and rolls back. */
const tampered = async (statement: string, values: unknown[], look: () => Promise<unknown>) => {
  await fixture.rows('begin')
  try {
    await fixture.rows(`set local session_replication_role = 'replica'`)
    await fixture.rows(statement, values)
    await look()
  } finally {
    await fixture.rows('rollback')
  }
}

describe('the chains', () => {
  beforeEach(sealAll)

  it('contain every row once, each school in its own chain, and verify', async () => {
    const ids = [await write(), await write(), await write(other), await write(null)]
    expect(await sealAudit(fixture)).toBe(4)
    expect((await blocks()).at(-1)!.row_ids).toEqual(ids.slice(0, 2))
    expect((await blocks(other)).at(-1)!.row_ids).toEqual([ids[2]])
    expect((await blocks(PLATFORM)).at(-1)!.row_ids).toEqual([ids[3]])
    for (const chain of [school, other, PLATFORM]) expect(await faults(chain)).toEqual([])
    const [twice] = await fixture.rows<{ n: number }>(
      `select count(*)::int as n from (select source, id from public.audit_blocks, unnest(sources, row_ids) r (source, id)
        group by 1, 2 having count(*) > 1) x`,
    )
    expect(twice!.n).toBe(0)
  })

  it('name a removed row and an altered one', async () => {
    const [gone, changed] = [await write(), await write()]
    await sealAll()
    await tampered('delete from public.audit_events where id = $1', [gone], async () =>
      expect(await faults()).toMatchObject([{ fault: 'missing_row', source: 'audit_events', row_id: gone }]),
    )
    await tampered(`update public.audit_events set reason = 'another' where id = $1`, [changed], async () =>
      expect(await faults()).toMatchObject([
        { fault: 'altered_row', source: 'audit_events', row_id: changed },
      ]),
    )
    expect(await faults()).toEqual([])
  })

  it('report a row that was removed before it was sealed', async () => {
    const third = await fixture.school('Cedar College')
    await sealAll()
    const id = await write(third)
    await fixture.rows('begin')
    await fixture.rows(`set local session_replication_role = 'replica'`)
    await fixture.rows('delete from public.audit_events where id = $1', [id])
    await fixture.rows('commit')
    await sealAll()
    expect(await faults(third)).toMatchObject([{ fault: 'missing_row', row_id: id }])
  })

  it('name a block that was removed, altered, or replaced', async () => {
    for (let n = 0; n < 3; n++) {
      await write()
      await sealAll()
    }
    const [first, second] = (await blocks()).slice(-3)
    await tampered(
      'delete from public.audit_blocks where chain = $1 and seq = $2',
      [school, second!.seq],
      async () => expect(await faults()).toMatchObject([{ fault: 'missing_block', row_id: second!.seq }]),
    )
    await tampered(
      'update public.audit_blocks set row_ids[1] = $3 where chain = $1 and seq = $2',
      [school, first!.seq, await write(other)],
      async () =>
        expect(await faults()).toMatchObject([{ fault: 'altered_block' }, { fault: 'altered_row' }]),
    )
    // Recomputing the digest of the block as well breaks the link to the next block.
    const [before] = await fixture.rows<BlockRow>(blocksSql, [school, first!.seq - 1, 1])
    const forged = createHash('sha256').update('x').digest()
    const digest = blockDigest(before!.previous, {
      ...before!,
      row_digests: [forged, ...before!.row_digests.slice(1)],
    })
    await tampered(
      'update public.audit_blocks set row_digests[1] = $3, digest = $4 where chain = $1 and seq = $2',
      [school, first!.seq, forged, digest],
      async () =>
        expect((await faults()).map(({ fault }) => fault).toSorted()).toEqual(['altered_row', 'broken_link']),
    )
  })

  it('leave out uncommitted rows, and include them next time', async () => {
    const writer = await fixture.connect()
    await writer.query('begin')
    const { rows } = await writer.query<{ id: number }>(
      `insert into public.audit_events (action, entity, school_id) values ('test', 'late', $1) returning id`,
      [school],
    )
    const later = await write()
    expect(await sealAudit(fixture)).toBe(1)
    expect((await blocks()).at(-1)!.row_ids).toEqual([later])
    await writer.query('commit')
    await writer.end()
    expect(await sealAudit(fixture)).toBe(1)
    expect((await blocks()).at(-1)!.row_ids).toEqual([Number(rows[0]!.id)])
    expect(await faults()).toEqual([])
  })

  it('make no writer wait: not for another one, and not while a block is sealed', async () => {
    await write()
    const others = await Promise.all([fixture.connect(), fixture.connect()])
    const [open, beside] = others
    await open.query('begin')
    await open.query(
      `insert into public.audit_events (action, entity, school_id) values ('test', 'open', $1)`,
      [school],
    )
    await beside.query(`set lock_timeout = '200ms'`)
    await beside.query(
      `insert into public.audit_events (action, entity, school_id) values ('test', 'beside', $1)`,
      [school],
    )
    const restore = await pauseSealing()
    try {
      const [[sealed]] = await fixture.whilePaused(
        () => [sealAudit(fixture)],
        () =>
          beside.query(
            `insert into public.audit_events (action, entity, school_id) values ('test', 'while', $1)`,
            [school],
          ),
      )
      expect(sealed).toBeGreaterThanOrEqual(2)
    } finally {
      await restore()
    }
    await open.query('rollback')
    for (const each of others) await each.end()
    await sealAll()
    expect(await faults()).toEqual([])
  })

  it('continue without a fork after a sealer was killed, and when two seal at once', async () => {
    for (let n = 0; n < 5; n++) await write()
    const before = (await blocks()).length
    const restore = await pauseSealing()
    const [[killed]] = await fixture.whilePaused<unknown, unknown>(
      () => [sealAudit(fixture).catch((error: unknown) => error)],
      () =>
        fixture.rows(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 0 and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        ),
    )
    expect(killed).toBeInstanceOf(Error)
    await restore()
    expect((await blocks()).length).toBe(before)
    const sealed = await Promise.all([sealAudit(fixture), sealAudit(fixture), sealAudit(fixture)])
    expect(sealed.reduce((sum, each) => sum + each, 0)).toBe(5)
    expect((await blocks()).length).toBe(before + 1)
    expect(await faults()).toEqual([])
  })

  it('are written only by the worker, which changes no block and removes rows from the queue only into one', async () => {
    const stop = startAuditWorker(fixture, 10)
    const id = await write()
    await expect
      .poll(async () => (await blocks()).at(-1)!.row_ids.includes(id), {
        timeout: 5_000,
        interval: 20,
      })
      .toBe(true)
    await stop()
    const changes = ['delete from public.audit_blocks', 'update public.audit_blocks set seq = 1']
    const seals = [
      'insert into public.audit_blocks (chain) values (gen_random_uuid())',
      'delete from public.audit_unsealed',
    ]
    for (const pool of [fixture.pool, fixture.authPool, fixture.workerPool])
      for (const statement of pool === fixture.workerPool ? changes : [...changes, ...seals])
        await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    await expect(fixture.authPool.query('select from public.audit_blocks')).rejects.toMatchObject({
      code: '42501',
    })
    expect((await fixture.pool.query('select from public.audit_blocks')).rowCount).toBe(0)
    await write()
    expect((await fixture.workerPool.query('delete from public.audit_unsealed')).rowCount).toBe(0)
    expect(await sealAudit(fixture)).toBe(1)
    await expect(fixture.rows('delete from public.audit_blocks')).rejects.toMatchObject({ code: '42501' })
  })

  it('refuse a block of the worker that does not continue from the last: one with the highest possible number would keep out all others', async () => {
    await write()
    await sealAudit(fixture)
    const last = (await blocks()).at(-1)!.seq
    for (const [chain, seq] of [
      [school, 9_223_372_036_854_775_807n],
      [school, last + 1],
      [randomUUID(), 1],
    ] as const)
      await expect(
        fixture.workerPool.query(
          `insert into public.audit_blocks (chain, seq, sources, row_ids, row_digests, previous, digest)
           values ($1, $2, '{audit_events}', '{1}', '{x}', sha256('x'), sha256('x'))`,
          [chain, String(seq)],
        ),
      ).rejects.toMatchObject({ code: '42501' })
    await write()
    expect(await sealAudit(fixture)).toBe(1)
    expect(await faults()).toEqual([])
  })
})

describe('rows older than six years', () => {
  const event = (years: number) =>
    fixture.rows(
      `insert into public.access_events (at, kind, outcome, call, request_id, school_id, address_digest)
       values (now() - make_interval(years => $1, months => 2), 'view', 'ok', 'x', 'r', $2, 'd')`,
      [years, school],
    )

  it('are removed from the access log, while the chain keeps its digests and verifies', async () => {
    await event(6)
    await event(5)
    await sealAll()
    await fixture.rows('begin')
    await fixture.rows(`set local session_replication_role = 'replica'`)
    await fixture.rows(
      `update public.audit_blocks set sealed_at = now() - interval '6 years 2 months' where seq = (select max(seq) from public.audit_blocks where chain = $1) and chain = $1`,
      [school],
    )
    await fixture.rows('commit')
    expect(await removeOldAccess(fixture)).toBe(1)
    expect(await removeOldAccess(fixture)).toBe(0)
    expect(await fixture.rows('select 1 from public.access_events')).toHaveLength(1)
    expect(await faults()).toEqual([])
  })

  it('cannot be removed a day earlier, and never changed', async () => {
    await expect(fixture.rows('delete from public.access_events')).rejects.toMatchObject({ code: '42501' })
    await event(7)
    await expect(fixture.rows(`update public.access_events set call = 'y'`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(fixture.rows('truncate public.access_events')).rejects.toMatchObject({ code: '42501' })
  })
})
