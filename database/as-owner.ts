import pg from 'pg'
import { BECOME_OWNER } from './roles.ts'

/** Does something in one transaction as the database's owner; rolls it back if that throws. */
export async function asOwner<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(BECOME_OWNER)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Ends an unfinished transaction too.
    await client.end()
  }
}
