import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { FailedSignIn } from '../../contract.ts'
import { PAGE_SIZE } from './list-accesses.ts'

/** A page of failed sign-ins that the reader may see, newest hour first. */
export async function listFailedSignIns(
  tx: Tx,
  page: number,
): Promise<{ rows: FailedSignIn[]; total: number }> {
  const { rows } = await sql<FailedSignIn>`
    select f.id::float8 as id, f.hour, u.full_name as person_name, f.account_digest as account, f.address_digest as network, f.times,
      f.throttled, f.last_at, f.last_request_id
    from public.failed_attempts f left join public.users u on u.id = f.user_id
    where f.kind = 'sign_in' order by f.hour desc, f.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from public.failed_attempts f where f.kind = 'sign_in'`.execute(tx)
  return { rows, total: counted[0]!.total }
}
