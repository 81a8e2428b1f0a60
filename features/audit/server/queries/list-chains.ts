import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type Chain = {
  chain: string
  name: string
  rows: number
  sealed_at: string | null
  waiting: number
}

/** The chains with the number of unsealed rows; row-level security shows them only to the superadmin. */
export async function listChains(tx: Tx): Promise<Chain[]> {
  const { rows } = await sql<Chain>`
    select chain, coalesce(s.name, 'Placewell') as name, coalesce(b.sealed_rows, 0)::float8 as rows, b.sealed_at, coalesce(w.waiting, 0)::float8 as waiting
    from (select b.chain, sum(cardinality(b.row_ids)) as sealed_rows, max(b.sealed_at) as sealed_at from public.audit_blocks b group by b.chain) b
    full join (select q.chain, count(*) as waiting from public.audit_unsealed q where q.ready_at <= now() group by q.chain) w using (chain)
    left join public.schools s on s.id = chain order by s.name nulls first`.execute(tx)
  return rows
}
