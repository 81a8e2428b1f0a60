import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { Failure } from '../contract.ts'
import { CanvasFailed, type CanvasSettings, type CanvasTermFound, openCanvas } from './canvas-client.ts'
import { saveTestResult } from './commands/save-test-result.ts'
import { openConnection } from './secret.ts'

export type CanvasServices = {
  /** Logged in as app_worker: no person's login reads the credentials. */
  workerPool: Pool
  objects: Pick<ObjectStore, 'seal' | 'unseal'>
  canvas: CanvasSettings
}

/** Fetches account and terms from Canvas and stores the result: the connection is active, or has an error with the next step. */
export async function tryConnection(
  { workerPool, objects, canvas }: CanvasServices,
  id: string,
  by: string,
): Promise<void> {
  let failure: Failure | null = null
  let account: string | null = null
  let terms: CanvasTermFound[] = []
  let base_url: string | undefined
  try {
    const opened = await withActor(workerPool, null, (tx) => openConnection(tx, objects, id))
    if (!opened) return
    base_url = opened.base_url
    // A request has half a minute, so this does not wait, not even for Canvas’s rate limit.
    const signal = AbortSignal.timeout(20_000)
    const answering = openCanvas(
      { ...opened, signal },
      { ...canvas, patienceMs: Math.min(canvas.patienceMs ?? 8_000, 8_000) },
    )
    account = (await answering.account()).name
    terms = await answering.terms()
  } catch (error) {
    failure = failureOf(error)
  }
  await withActor(workerPool, null, (tx) => saveTestResult(tx, { id, by, base_url, failure, account, terms }))
}

/** The failure to store; rethrows errors that do not come from Canvas. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CanvasFailed) return error.failure
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { code: 'slow', what: 'the account' }
  throw error
}
