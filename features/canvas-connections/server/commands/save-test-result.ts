import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Failure } from '../../contract.ts'
import type { CanvasTermFound } from '../canvas-client.ts'
import { saveTerms } from './save-structure.ts'

type Tested = {
  id: string
  by: string
  /** The address that was tested; undefined if the connection could not be opened. */
  base_url: string | undefined
  failure: Failure | null
  account: string | null
  terms: readonly CanvasTermFound[]
}

/** As the worker: stores Canvas's response to a test, unless the connection was changed or revoked meanwhile. */
export async function saveTestResult(
  tx: Tx,
  { id, by, base_url, failure, account, terms }: Tested,
): Promise<void> {
  const now = sql<string>`now()`
  const kept = await tx
    .updateTable('canvas_connections')
    .set({
      status: failure ? 'error' : 'active',
      failure: failure && JSON.stringify(failure),
      tested_at: now,
      ...(account !== null && { account_name: account }),
    })
    .where('id', '=', id)
    .where('status', '=', 'testing')
    .$if(base_url !== undefined, (query) => query.where('base_url', '=', base_url!))
    .returning('school_id')
    .executeTakeFirst()
  if (!kept) return
  if (!failure) await saveTerms(tx, { id, school_id: kept.school_id }, terms)
  await tx
    .insertInto('canvas_runs')
    .values({
      connection_id: id,
      school_id: kept.school_id,
      kind: 'test',
      status: failure ? 'failed' : 'done',
      requested_by: by,
      started_at: now,
      finished_at: now,
      errors: JSON.stringify(failure ? [failure] : []),
    })
    .execute()
}
