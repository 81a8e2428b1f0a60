import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { SignupRequest, SignupStatus } from '../../contract.ts'

export const PAGE_SIZE = 25

type ListInput = { within: string; status: SignupStatus | 'all'; q: string; page: number }

const requests = sql`app.applicants_to_decide() a
  join public.signup_requests r on r.id = a.id
  left join public.schools s on s.id = r.school_id
  left join public.facilities f on f.id = r.facility_id`
const tenantName = sql`coalesce(s.name, f.name, r.tenant_name)`

/** SQL filter for the requests of `within`: all that the caller may decide, or those of the selected school or facilities. */
function isWithin(within: string) {
  if (within === 'school') return sql`r.school_id = (select app.selected_school_id())`
  if (within !== 'facility') return sql`true`
  return sql`r.role = 'facility_admin'
    and (r.facility_id is null or r.facility_id in (select app.facility_scope((select app.selected_facility_id()))))`
}

/** SQL: true while a school has no active administrator. */
export const isWithoutAdmin = (
  school: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`not exists (select from public.users x
  where x.linked_school_id = ${school} and x.role in ('school_admin', 'school_super_admin') and x.status = 'active')`

/** A page of the sign-ups that the caller may decide, with the number per status. */
export async function listSignups(
  tx: Tx,
  { within, status, q, page }: ListInput,
): Promise<{ rows: SignupRequest[]; total: number; counts: Record<SignupStatus | 'all', number> }> {
  const like = containing(q)
  const matches = sql`${isWithin(within)}
    and (${q.trim()} = '' or a.full_name ilike ${like} or a.email ilike ${like} or ${tenantName} ilike ${like})`
  // Pending ones with the longest wait come first; decided ones newest first.
  const { rows } = await sql<SignupRequest>`
    select r.id, r.user_id, a.full_name, a.email, a.email_verified, r.role, r.school_id, r.facility_id, ${tenantName} as tenant_name,
      r.role = 'school_admin' and s.id is not null and ${isWithoutAdmin(sql`s.id`)} as is_first_admin, r.message, r.status, r.decision_note, app.name_of_proctor(r.decided_by) as decided_by_name, r.decided_at, r.created_at
    from ${requests}
    where ${matches} and (${status} = 'all' or r.status = ${status})
    order by (r.status in ('pending', 'returned')) desc, case when r.status in ('pending', 'returned') then r.created_at end, r.decided_at desc, r.id
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: found } = await sql<{ status: SignupStatus; count: number }>`
    select r.status, count(*) as count from ${requests} where ${matches} group by 1`.execute(tx)
  const counts = { all: 0, pending: 0, returned: 0, approved: 0, declined: 0 }
  for (const row of found) {
    counts[row.status] = row.count
    counts.all += row.count
  }
  return { rows, total: counts[status], counts }
}

/** The names of the applicants whose requests the caller may decide, by request: the longest wait first. */
export async function namesToDecide(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; full_name: string }>`
    select a.id, a.full_name from app.applicants_to_decide() a join public.signup_requests r on r.id = a.id
    where a.id = any (${ids}::uuid[]) order by r.created_at, r.id`.execute(tx)
  return new Map(rows.map(({ id, full_name: name }) => [id, name]))
}
