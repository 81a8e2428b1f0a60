import { rmSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolder } from '#database/test-folder.ts'
import { sealAudit } from '#features/audit/server/sealing.ts'
import { readConfig } from '#platform/server/config.ts'
import { createPool, type Pool } from '#platform/server/db.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { openDatabase } from './installation.ts'
import { runCommand } from './testing-commands.ts'

let folder: string
beforeAll(() => {
  folder = testFolder('placewell-verify-audit-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const verify = (...args: string[]) => runCommand('verify-audit.ts', args, { dataDir: folder })

async function asOwner(work: (client: pg.Client, workerPool: Pool) => Promise<unknown>): Promise<void> {
  const env = { DATA_DIR: folder, DEMO: 'off' }
  const config = readConfig(env)
  const database = await openDatabase(config, loadSecrets(config.dataDir, env))
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  const workerPool = createPool({ url: database.databaseUrls.worker, max: 1, name: 'test worker' })
  await work(client, workerPool)
  await workerPool.end()
  await client.end()
  await database.close()
}

it('reports an intact trail, and names what the database’s owner removed', { timeout: 120_000 }, async () => {
  const heads = join(folder, 'heads.json')
  await asOwner(async (client, workerPool) => {
    await client.query(
      `insert into public.audit_events (action, entity) values ('test', 'one'), ('test', 'two')`,
    )
    await sealAudit({ workerPool })
  })
  expect(verify('--heads', heads)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Nothing is missing and nothing was altered.') as string,
  })
  expect(Object.values(JSON.parse(readFileSync(heads, 'utf8')) as object)).toMatchObject([{ seq: 1 }])

  let id = 0
  await asOwner(async (client) => {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    const { rows } = await client.query<{ id: string }>(
      `delete from public.audit_events where entity = 'two' returning id`,
    )
    id = Number(rows[0]!.id)
    await client.query('commit')
  })
  const found = verify('--heads', heads)
  expect(found.code).toBe(1)
  expect(found.said).toContain(`Placewell: Change ${id} is missing (block 1).`)

  await asOwner(async (client) => {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    await client.query('delete from public.audit_blocks; delete from public.audit_events')
    await client.query('commit')
  })
  expect(verify()).toMatchObject({ code: 0 })
  expect(verify('--heads', heads)).toMatchObject({
    code: 1,
    said: expect.stringContaining('and is gone') as string,
  })
  expect(verify('--what')).toEqual({ code: 1, said: 'expected verify-audit [--heads FILE]' })
})
