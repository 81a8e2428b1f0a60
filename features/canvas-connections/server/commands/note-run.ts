import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Failure } from '../../contract.ts'
import type { ClaimedRun } from '../queries/due.ts'
import { endRun } from './save-roster.ts'

export type Progress = { courses_total: number; courses_done: number; people: number }

/** As the worker: records the progress of a run. */
export async function noteProgress(tx: Tx, id: string, progress: Progress): Promise<void> {
  await tx
    .updateTable('canvas_runs')
    .set({ ...progress, moved_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** As the worker: queues a run again that was interrupted when the process ended. */
export async function requeueRun(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('canvas_runs')
    .set({ status: 'queued' })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** As the worker: marks a run as failed, and records why on its connection. */
export async function failRun(tx: Tx, run: ClaimedRun, failure: Failure): Promise<void> {
  await endRun(tx, run.id, [failure])
  await tx
    .updateTable('canvas_connections')
    .set({ status: 'error', failure: JSON.stringify(failure) })
    .where('id', '=', run.connection_id)
    .where('status', 'in', ['active', 'error'])
    .execute()
}
