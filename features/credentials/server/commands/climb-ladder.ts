import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { alsoTold, ladderToday } from '../../rules.ts'

type Expiring = { id: string; expires_on: PlainDate; today: PlainDate; done: number[] }

/** As the worker: takes for each credential that expires the step of the ladder that is due. Returns how many were sent. */
export async function climbLadder(tx: Tx): Promise<number> {
  const { rows } = await sql<Expiring>`select * from app.expiring_credentials(${200}::integer)`.execute(tx)
  let sent = 0
  for (const { id, expires_on: expires, today, done } of rows) {
    const { send, passed } = ladderToday(expires, today, done)
    const { rows: taken } = await sql<{ is_sent: boolean }>`
      select app.take_ladder_step(${id}::uuid, ${send}::integer, ${passed}::integer[], ${send === null ? [] : alsoTold(send)}::text[]) as is_sent`.execute(
      tx,
    )
    if (taken[0]!.is_sent) sent += 1
  }
  return sent
}
