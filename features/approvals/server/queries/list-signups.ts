import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { SignupRequest, SignupStatus } from '../../contract.ts'

export const PAGE_SIZE = 25

type ListInput = { within: string; status: SignupStatus | 'all'; q: string; page: number }

/** A page of the sign-ups that the asker may decide, with how many there are of each status. */
export async function listSignups(
  tx: Tx,
  { within, status, q, page }: ListInput,
): Promise<{ rows: SignupRequest[]; total: number; counts: Record<SignupStatus | 'all', number> }> {
  const like = containing(q)
  const matches = sql`(${q.trim()} = '' or r.full_name ilike ${like} or r.email ilike ${like} or r.place_name ilike ${like})`
  // Those who wait longest come first; of the decided the latest.
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

/** The names of applicants that the asker may decide about, by request. */
export async function namesToDecide(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; full_name: string }>`
    select s.id, s.full_name from app.signups_to_decide('all') s where s.id = any (${ids}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, full_name: name }) => [id, name]))
}
