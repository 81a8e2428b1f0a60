import { sql } from 'kysely'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { Failure } from '../contract.ts'
import { CanvasFailed, type CanvasSettings, type CanvasTermFound, openCanvas } from './canvas-client.ts'
import { keepTerms } from './commands/keep-structure.ts'
import { openConnection } from './secret.ts'

export type CanvasServices = {
  /** Logged in as app_worker: no login of people reads what signs in. */
  workerPool: Pool
  objects: Pick<ObjectStore, 'seal' | 'unseal'>
  canvas: CanvasSettings
}

/** Asks Canvas who it is and for its terms, and keeps the answer: the connection is active, or has an error that says what to do. */
export async function tryConnection({ workerPool, objects, canvas }: CanvasServices, id: string, by: string): Promise<void> {
  let failure: Failure | null = null
  let account: string | null = null
  let terms: CanvasTermFound[] = []
  try {
    const opened = await withActor(workerPool, null, (tx) => openConnection(tx, objects, id))
    if (!opened) return
    // A request has half a minute: nothing is waited for here, least of all Canvas’s limit.
    const signal = AbortSignal.timeout(20_000)
    const answering = openCanvas({ ...opened, signal }, { ...canvas, patienceMs: Math.min(canvas.patienceMs ?? 8_000, 8_000) })
    account = (await answering.account()).name
    terms = await answering.terms()
  } catch (error) {
    failure = failureOf(error)
  }
  await withActor(workerPool, null, async (tx) => {
    const kept = await tx
      .updateTable('canvas_connections')
      .set({ status: failure ? 'error' : 'active', failure: failure && JSON.stringify(failure), tested_at: sql<string>`now()`, ...(account !== null && { account_name: account }) })
      .where('id', '=', id)
      .where('status', '=', 'testing')
      .returning('school_id')
      .executeTakeFirst()
    if (!kept) return
    if (!failure) await keepTerms(tx, { id, school_id: kept.school_id }, terms)
    await tx
      .insertInto('canvas_runs')
      .values({
        connection_id: id, school_id: kept.school_id, kind: 'test', status: failure ? 'failed' : 'done', requested_by: by,
        started_at: sql<string>`now()`, finished_at: sql<string>`now()`, errors: JSON.stringify(failure ? [failure] : []),
      })
      .execute()
  })
} // prettier-ignore

/** What to keep of a failure; what is not Canvas’s is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CanvasFailed) return error.failure
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { code: 'slow', what: 'the account' }
  throw error
}
