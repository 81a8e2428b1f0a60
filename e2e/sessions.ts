import type pg from 'pg'
import { demoId } from '#database/seeds/demo.ts'
import { newToken } from '#platform/server/session.ts'

/** Signs in a person of the demonstration on their own device; returns what their browser stores. */
export async function startSession(client: pg.ClientBase, email: string): Promise<string> {
  const { token, hash } = newToken()
  await client.query(
    `insert into priv.sessions (user_id, token_hash, expires_at, address_block, user_agent)
     values ($1, $2, now() + interval '24 hours', '127.0.0.0', 'Chrome')`,
    [demoId(email), hash],
  )
  return token
}
