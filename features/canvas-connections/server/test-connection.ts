import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { Failure } from '../contract.ts'
import { CanvasFailed, type CanvasSettings, type CanvasTermFound, openCanvas } from './canvas-client.ts'
import { keepTest } from './commands/keep-test.ts'
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
  await withActor(workerPool, null, (tx) => keepTest(tx, { id, by, failure, account, terms }))
} // prettier-ignore

/** What to keep of a failure; what is not Canvas’s is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CanvasFailed) return error.failure
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { code: 'slow', what: 'the account' }
  throw error
}
