import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type WaitingItem = { position: number; key: string; label: string; input: Record<string, unknown> }

/** Rows that wait, in their order, behind a position. */
export async function waitingItems(tx: Tx, id: string, after: number, limit: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`select position, key, label, input from public.job_items
    where job_id = ${id}::uuid and status = 'waiting' and position > ${after} order by position limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Locks a row that still waits; false when it has its outcome, or when another process is at it. */
export async function claimItem(tx: Tx, id: string, position: number): Promise<boolean> {
  const { rows } = await sql`select 1 from public.job_items
    where job_id = ${id}::uuid and position = ${position} and status = 'waiting' for no key update skip locked`.execute(
    tx,
  )
  return rows.length === 1
}
