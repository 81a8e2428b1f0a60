import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type LinkState, type LinkTask, linkStateOf } from '../../rules.ts'

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
 * submitting does, once: who submits at the same moment waits and finds it spent. Undefined: no such link. What becomes of it is noted.
 */
export async function openLink(
  tx: Tx,
  hash: string,
  what: 'open' | 'submit',
): Promise<FoundLink | undefined> {
  // Until it may act, row-level security shows this transaction the link of that hash alone.
  await sql`select set_config('app.opened_link', ${hash}, true)`.execute(tx)
  const isSubmitted = what === 'submit' && (await spendLink(tx))
  const link = await findLink(tx)
  if (!link) return undefined
  const { school_id, spent_at: _spent, replaced_at: _replaced, is_over: _over, ...found } = link
  const state = isSubmitted ? 'live' : linkStateOf(link)
  const became = state !== 'live' ? 'refused' : isSubmitted ? 'submitted' : 'opened'
  const { project_id, preceptor_id, task } = found
  const event = { school_id, project_id, preceptor_id, task, what: became }
  await tx.insertInto('preceptor_link_events').values(event).execute()
  if (state === 'live') await sql`select set_config('app.preceptor_link', ${hash}, true)`.execute(tx)
  return { ...found, state }
}

/** Named, so that it is found by an index: the policies say the same, and would have every link looked at. */
const opened = sql<string>`app.opened_link()`

async function spendLink(tx: Tx): Promise<boolean> {
  const spent = await tx
    .updateTable('preceptor_links')
    .set({ spent_at: sql<string>`now()` })
    .where('id', '=', opened)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

async function findLink(tx: Tx) {
  return tx
    .selectFrom('preceptor_links')
    .select([
      'kind',
      'project_id',
      'nomination_id',
      'day_id',
      'preceptor_id',
      'expires_at',
      'school_id',
      'spent_at',
      'replaced_at',
      'task',
    ]) // prettier-ignore
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where('id', '=', opened)
    .$narrowType<Pick<FoundLink, 'task' | 'kind'>>()
    .executeTakeFirst()
}
