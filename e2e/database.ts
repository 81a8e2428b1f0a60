import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

export type Database = Pick<pg.Client, 'query'>

/**
 * Opens the database of this file's product as its administrator, for what no page shows or does. The connection is closed after the file.
 */
export function openDatabase(): Database {
  let client: pg.Client | undefined
  beforeAll(async () => {
    client = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
    await client.connect()
  })
  afterAll(() => client?.end())
  return {
    query: ((...asked: Parameters<pg.Client['query']>) => client!.query(...asked)) as pg.Client['query'],
  }
}
