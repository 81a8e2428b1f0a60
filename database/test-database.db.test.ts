import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#database/test-database.ts'

test('each is a separate migrated database that the application roles can enter', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  expect(one.database).not.toBe(other.database)
  for (const role of ['app_rw', 'app_auth', 'app_worker'] as const) {
    const client = new pg.Client({ connectionString: one.urlFor(role) })
    await client.connect()
    const { rows } = await client.query('select current_user as role, current_database() as database')
    expect(rows).toEqual([{ role, database: one.database }])
    await client.end()
  }
  await Promise.all([one.drop(), other.drop()])
})
