import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type WaitingItem = { position: number; key: string; label: string; input: Record<string, unknown> }

/** Waiting rows after a position, in their order. */
export async function waitingItems(tx: Tx, id: string, after: number, limit: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`select position, key, label, input from public.job_items
    where job_id = ${id}::uuid and status = 'waiting' and position > ${after} order by position limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Locks a row that still waits; returns false if it has its outcome, or another process is working on it. */
export async function claimItem(tx: Tx, id: string, position: number): Promise<boolean> {
  const { rows } = await sql`select 1 from public.job_items
    where job_id = ${id}::uuid and position = ${position} and status = 'waiting' for no key update skip locked`.execute(
    tx,
  )
  return rows.length === 1
}
