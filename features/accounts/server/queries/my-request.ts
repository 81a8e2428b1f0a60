import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { SignupRequest } from '../../contract.ts'

export async function myRequest(tx: Tx): Promise<SignupRequest | undefined> {
  const { rows } = await sql<SignupRequest>`
    select r.role, r.status, r.school_id, r.facility_id, r.tenant_name, r.message, r.decision_note, r.decided_at, r.created_at, r.version,
      coalesce(s.name, r.tenant_name) as tenant_label, s.primary_contact as contact
    from public.signup_requests r
    left join public.schools s on s.id = r.school_id
    where r.user_id = (select app.uid())
    order by r.created_at desc limit 1`.execute(tx)
  return rows[0]
}
