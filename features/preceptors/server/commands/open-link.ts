import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { LinkState, LinkTask } from '../../rules.ts'

type FoundLink = {
  state: LinkState
  task: LinkTask
  kind: 'midterm' | 'final' | null
  project_id: string
  nomination_id: string | null
  day_id: string | null
  preceptor_id: string
  expires_at: string
}

/**
 * Finds a link by the hash of its token and lets the rest of this transaction, of no one signed in, act by it. Opening spends nothing;
 * submitting does, once. Undefined: no such link. What becomes of it is noted.
 */
export async function openLink(
  tx: Tx,
  hash: string,
  what: 'open' | 'submit',
): Promise<FoundLink | undefined> {
  const { rows } =
    await sql<FoundLink>`select * from app.open_preceptor_link(${hash}, ${what === 'submit'})`.execute(tx)
  return rows[0]
}
