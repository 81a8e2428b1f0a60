import { mayDecide } from '#features/permission-requests/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { inScope } from './find-own-facility.ts'

export async function facilityFigures(tx: Tx) {
  const { rows } = await sql<{
    people: number
    preceptors: number
    waiting_for_approval: number
    open_invitations: number
    requests_to_decide: number
    active_partnerships: number
  }>`select
    (select count(*) from public.users u where u.linked_facility_id ${inScope} and u.status = 'active') as people,
    (select count(*) from public.preceptors p where p.facility_id ${inScope}) as preceptors,
    (select count(*) from public.signup_requests r where r.status = 'pending' and r.role = 'facility_admin'
      and (r.facility_id is null or r.facility_id ${inScope})) as waiting_for_approval,
    (select count(*) from public.invitations i where i.facility_id ${inScope} and i.status in ('sent', 'opened') and i.expires_at > now()) as open_invitations,
    (select count(*) from public.permission_requests q where ${mayDecide}) as requests_to_decide,
    (select count(*) from public.partnerships p where p.status = 'active') as active_partnerships`.execute(tx)
  return rows[0]!
}
