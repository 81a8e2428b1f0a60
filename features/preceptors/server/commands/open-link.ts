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
 * Finds a link by the hash of its token and lets the rest of this transaction act by it, without a signed-in person. Opening does not use
 * the link up; submitting does, once: a concurrent submission waits and finds it used. Undefined if there is no such link. Records the
 * event.
 */
export async function openLink(
  tx: Tx,
  hash: string,
  what: 'open' | 'submit',
): Promise<FoundLink | undefined> {
  // Until the link is accepted, row-level security shows this transaction only the link with that hash.
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

/** Repeats the condition of the policies, so that an index is used instead of checking every link. */
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
    ])
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where('id', '=', opened)
    .$narrowType<Pick<FoundLink, 'task' | 'kind'>>()
    .executeTakeFirst()
}
