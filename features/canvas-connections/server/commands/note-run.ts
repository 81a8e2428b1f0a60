import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Failure } from '../../contract.ts'
import type { TakenRun } from '../queries/due.ts'
import { endRun } from './keep-roster.ts'

export type Progress = { courses_total: number; courses_done: number; people: number }

/** As the worker: says how far a run is. */
export async function noteProgress(tx: Tx, id: string, progress: Progress): Promise<void> {
  await tx
    .updateTable('canvas_runs')
    .set({ ...progress, moved_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** As the worker: a run that the end of the process cut off waits again. */
export async function queueAgain(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('canvas_runs')
    .set({ status: 'queued' })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** As the worker: a run failed, and its connection says why. */
export async function failRun(tx: Tx, run: TakenRun, failure: Failure): Promise<void> {
  await endRun(tx, run.id, [failure])
  await tx
    .updateTable('canvas_connections')
    .set({ status: 'error', failure: JSON.stringify(failure) })
    .where('id', '=', run.connection_id)
    .where('status', 'in', ['active', 'error'])
    .execute()
}
