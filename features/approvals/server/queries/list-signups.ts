import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { ApprovalsWithin, SignupRequest, SignupStatus } from '../../contract.ts'

export const PAGE_SIZE = 25

type ListInput = { within: ApprovalsWithin; status: SignupStatus | 'all'; q: string; page: number }

const tenants = sql`left join public.schools s on s.id = r.school_id
  left join public.facilities f on f.id = r.facility_id`
const tenantName = sql`coalesce(s.name, f.name, r.tenant_name)`

/** Repeats for each role whose requests its policy shows, so that an index finds them; one’s own are decided by others. */
function isDecidedBy(role: Role) {
  const isOfOthers = sql`r.user_id not in ((select app.uid()), (select app.real_uid()))`
  if (role === 'superadmin') return isOfOthers
  if (role === 'facility_admin')
    return sql`r.facility_id = any (array(select app.facility_scope((select app.facility_id())))) and ${isOfOthers}`
  return sql`r.school_id = (select app.school_id()) and ${isOfOthers}`
}

/** SQL filter for the requests of `within`: all that the caller may decide, or those of the selected school or facilities. */
function requestsWithin(within: ApprovalsWithin) {
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
  role: Role,
  { within, status, q, page }: ListInput,
): Promise<{ rows: SignupRequest[]; total: number; counts: Record<SignupStatus | 'all', number> }> {
  const like = containing(q)
  const mayDecide = sql`${isDecidedBy(role)} and ${requestsWithin(within)}`
  // Applicants are read for one page, unless they are searched.
  const matches = q.trim()
    ? sql`${mayDecide} and (${tenantName} ilike ${like} or r.id in (select a.id
        from app.applicants_to_decide(array(select r.id from public.signup_requests r where ${mayDecide})) a where a.full_name ilike ${like} or a.email ilike ${like}))`
    : mayDecide
  // Pending ones with the longest wait come first; decided ones newest first.
  const order = sql`(r.status in ('pending', 'returned')) desc, case when r.status in ('pending', 'returned') then r.created_at end, r.decided_at desc, r.id`
  const { rows } = await sql<SignupRequest>`
    with page as materialized (select r.id from public.signup_requests r ${tenants} where ${matches} and (${status} = 'all' or r.status = ${status})
      order by ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE})
    select r.id, r.user_id, a.full_name, a.email, a.email_verified, r.role, r.school_id, r.facility_id, ${tenantName} as tenant_name,
      r.role = 'school_admin' and s.id is not null and ${isWithoutAdmin(sql`s.id`)} as is_first_admin, r.message, r.status, r.decision_note, app.name_of_proctor(r.decided_by) as decided_by_name, r.decided_at, r.created_at
    from page p join app.applicants_to_decide(array(select id from page)) a on a.id = p.id
    join public.signup_requests r on r.id = p.id ${tenants}
    order by ${order}`.execute(tx)
  const { rows: found } = await sql<{ status: SignupStatus; count: number }>`
    select r.status, count(*) as count from public.signup_requests r ${tenants} where ${matches} group by 1`.execute(
    tx,
  )
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
    select a.id, a.full_name from app.applicants_to_decide(${ids}::uuid[]) a join public.signup_requests r on r.id = a.id
    order by r.created_at, r.id`.execute(tx)
  return new Map(rows.map(({ id, full_name: name }) => [id, name]))
}
