import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Transfer } from '../../contract.ts'

/** A transfer offer by its id, or a school's pending offer that has not expired. */
export async function findOffer(
  tx: Tx,
  by: { id: string } | { school_id: string },
): Promise<(Transfer & { school_id: string }) | null> {
  const which =
    'id' in by
      ? sql`t.id = ${by.id}::uuid`
      : sql`t.school_id = ${by.school_id}::uuid and t.status = 'pending' and t.expires_at > now()`
  const { rows } = await sql<Transfer & { school_id: string }>`
    select t.id, t.school_id, t.status, t.created_at, t.expires_at,
      (select jsonb_build_object('id', u.id, 'name', u.full_name, 'email', u.email) from public.users u where u.id = t.from_id) as "from",
      (select jsonb_build_object('id', u.id, 'name', u.full_name, 'email', u.email) from public.users u where u.id = t.nominee_id) as nominee
    from public.ownership_transfers t where ${which}`.execute(tx)
  return rows[0] ?? null
}
