import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SignupRequest, SignupStatus } from '../contract.ts'

export const PAGE_SIZE = 25

type ListInput = { within: string; status: SignupStatus | 'all'; q: string; page: number }

export async function list(
  tx: Tx,
  { within, status, q, page }: ListInput,
): Promise<{ rows: SignupRequest[]; total: number; counts: Record<SignupStatus | 'all', number> }> {
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const matches = sql`(${q.trim()} = '' or r.full_name ilike ${like} or r.email ilike ${like} or r.place_name ilike ${like})`
  // Who waits longest stands first; of the decided the latest.
  const { rows } = await sql<SignupRequest>`
    select r.* from app.signups_to_decide(${within}) r
    where ${matches} and (${status} = 'all' or r.status = ${status})
    order by (r.status in ('pending', 'returned')) desc, case when r.status in ('pending', 'returned') then r.created_at end, r.decided_at desc, r.id
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: found } = await sql<{ status: SignupStatus; count: number }>`
    select r.status, count(*) as count from app.signups_to_decide(${within}) r where ${matches} group by 1`.execute(
    tx,
  )
  const counts = { all: 0, pending: 0, returned: 0, approved: 0, declined: 0 }
  for (const row of found) {
    counts[row.status] = row.count
    counts.all += row.count
  }
  return { rows, total: counts[status], counts }
}

export type Decision = {
  id: string
  decision: 'approved' | 'declined' | 'returned'
  note?: string | undefined
  school_id?: string | undefined
  facility_id?: string | undefined
}

export async function decide(
  tx: Tx,
  by: Decision,
): Promise<{ id: string; status: SignupStatus; full_name: string }> {
  const { rows } = await sql<{ id: string; status: SignupStatus; full_name: string }>`
    select * from app.decide_signup(${by.id}::uuid, ${by.decision}, ${by.note ?? null}::text, ${by.school_id ?? null}::uuid,
      ${by.facility_id ?? null}::uuid)`.execute(tx)
  return rows[0]!
}

export async function approveMany(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; full_name: string | null; reason: string | null }[]> {
  const { rows } = await sql<{ id: string; full_name: string | null; reason: string | null }>`
    select * from app.approve_signups(${ids}::uuid[])`.execute(tx)
  return rows
}
