import type { Role } from '#core/roles.ts'
import { ofOwnSchool } from '#platform/server/own-school.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { FailedSignIn } from '../../contract.ts'
import { PAGE_SIZE } from './list-accesses.ts'

/** A page of failed sign-ins that the reader may see, newest hour first. */
export async function listFailedSignIns(
  tx: Tx,
  role: Role,
  page: number,
): Promise<{ rows: FailedSignIn[]; total: number }> {
  const isSeen = sql`f.kind = 'sign_in' and ${ofOwnSchool(role, 'f.school_id')}`
  const { rows } = await sql<FailedSignIn>`
    select f.id::float8 as id, f.hour, u.full_name as person_name, f.account_digest as account, f.address_digest as network, f.times,
      f.throttled, f.last_at, f.last_request_id
    from public.failed_attempts f left join lateral (select x.full_name from public.users x where x.id = f.user_id limit 1) u on true
    where ${isSeen} order by f.hour desc, f.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from public.failed_attempts f where ${isSeen}`.execute(tx)
  return { rows, total: counted[0]!.total }
}
