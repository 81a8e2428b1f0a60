import { sql } from 'kysely'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import { newToken } from '#platform/server/session.ts'

type Services = {
  /** Logged in as app_worker. */
  workerPool: Pool
  config: { appUrl: string }
}

/** The address by which the reader of a mail answers its requests; null where the mail has none that wait, or a sign-in is wanted. */
export async function makeRequestLink(
  { workerPool, config }: Services,
  mailId: string,
): Promise<string | null> {
  const { token, hash } = newToken()
  const isMade = await withActor(workerPool, null, async (tx) => {
    const { rows } = await sql<{ made: boolean }>`
      select app.make_request_link(${mailId}::uuid, ${hash}) as made`.execute(tx)
    return rows[0]!.made
  })
  return isMade ? `${config.appUrl}/answer-requests?token=${token}` : null
}
