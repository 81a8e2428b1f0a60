import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { KnownCohort } from '../../contract.ts'
import { facilityName } from './facility-name.ts'

/** The school's cohorts that a file may name, latest start first. */
export async function findCohorts(tx: Tx, schoolId: string): Promise<KnownCohort[]> {
  return tx
    .selectFrom('cohorts as c')
    .leftJoin('programs as p', 'p.id', 'c.program_id')
    .where('c.school_id', '=', schoolId)
    .orderBy('c.start_date', 'desc')
    .orderBy('c.name')
    .select(['c.id', 'c.name', 'c.code', 'c.status', 'p.name as program_name'])
    .execute()
}

/** The names of the tenant and the inviter for the email. */
export async function findNames(
  tx: Tx,
  tenant: { schoolId: string | null; facilityId: string | null },
): Promise<{ tenant: string; inviter: string }> {
  const { rows } = await sql<{ tenant: string; inviter: string }>`
    select coalesce((select name from public.schools where id = ${tenant.schoolId}::uuid),
        (select ${facilityName} from public.facilities f where f.id = ${tenant.facilityId}::uuid)) as tenant,
      (select full_name from public.users where id = (select app.uid())) as inviter`.execute(tx)
  return rows[0]!
}

export async function findBatch(
  tx: Tx,
  id: string,
): Promise<{ total: number; mailed: number; failed: number; accepted: number }> {
  const { rows } = await sql<{ total: number; mailed: number; failed: number; accepted: number }>`
    select count(*) as total, count(*) filter (where m.status = 'sent') as mailed, count(*) filter (where m.status = 'failed') as failed,
      count(*) filter (where i.status = 'accepted') as accepted
    from public.invitations i
    left join app.invitation_mails(array(select b.id from public.invitations b where b.batch_id = ${id}::uuid)) m on m.invitation_id = i.id
    where i.batch_id = ${id}::uuid`.execute(tx)
  return rows[0]!
}
