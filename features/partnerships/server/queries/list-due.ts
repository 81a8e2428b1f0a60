import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { DueFacts } from '../../rules.ts'

export type DuePartnership = DueFacts & {
  id: string
  school_id: string
  school_name: string
  organization_id: string
  organization_name: string
  status_reason: string | null
  version: number
  ending_cancels: string[]
}

/** The partnerships whose day may have come at an instant (ISO) or now, locked; none while another process is at it. */
export async function listDue(tx: Tx, now: string | undefined): Promise<DuePartnership[]> {
  const { rows } = await sql<DuePartnership>`
    select * from app.due_partnerships(coalesce(${now ?? null}::timestamptz, now()))`.execute(tx)
  return rows
}
