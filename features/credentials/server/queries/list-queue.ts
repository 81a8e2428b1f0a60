import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { expectedSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { listed } from '#platform/server/listed.ts'
import type { Credential, QueueRow } from '../../contract.ts'
import { isPrechecked } from '../../rules.ts'
import { isLedBy, isToCome } from './find-spans.ts'

const PAGE_SIZE = 25

type Row = Omit<QueueRow, 'is_prechecked'> &
  Pick<Credential, 'values' | 'precheck'> & { is_restricted: boolean; total: number }

type Filter = { q: string; type_id?: string | undefined; page: number }

/**
 * The review queue of the caller's school, or of the types of the caller's
 * facility: nearest shift first, then longest wait (domain §2.8).
 */
export async function listQueue(
  tx: Tx,
  role: Role,
  { q, type_id: typeId, page }: Filter,
): Promise<{ rows: QueueRow[]; total: number }> {
  // One condition for each, so that an index finds what waits for the caller.
  const waitsForCaller =
    role === 'facility_admin'
      ? sql`t.owner_facility_id is not null and c.type_id = any (array(select o.id from public.credential_types o where o.owner_facility_id is not null))`
      : sql`t.owner_facility_id is null and c.school_id = (select app.selected_school_id())`
  const { rows } = await sql<Row>`
    select c.id, c.person_id, coalesce(u.full_name, o.full_name, 'Student') as student_name, k.name as cohort_name, c.type_id, t.name as type_name, c.status, c.submitted_at, c.values, c.precheck, t.is_restricted,
      n.next_shift, case when c.locked_until > now() then l.full_name end as locked_by_name,
      coalesce(c.locked_until > now() and c.locked_by = (select app.uid()), false) as is_mine, count(*) over ()::int as total
    from public.credentials c
    join public.credential_types t on t.id = c.type_id
    left join lateral (select x.full_name, x.role from public.users x where x.id = c.person_id limit 1) u on true
    left join lateral app.submitter(c.id) o on u.role is null
    left join lateral (select x.full_name from public.users x where x.id = c.locked_by limit 1) l on true
    left join lateral (select x.cohort_id from app.current_memberships x where x.student_id = c.person_id and x.school_id = c.school_id offset 0) m on true
    left join public.cohorts k on k.id = m.cohort_id
    left join lateral (select min(x.date) as next_shift from (
      select s.date from public.assignments a join public.shifts s on s.id = a.shift_id
        where a.student_id = c.person_id and a.school_id = c.school_id and a.status in ${listed(expectedSeats)} and ${isToCome(sql`s`)}
      union all select s.date from public.shifts s where u.role = 'proctor' and s.school_id = c.school_id and ${isToCome(sql`s`)}
        and ${isLedBy(sql`c.person_id`)}) x) n on true
    where ${waitsForCaller}
      and c.status in ('submitted', 'in_review')
      and c.person_id not in ((select app.uid()), (select app.real_uid()))
      and (${q.trim()} = '' or coalesce(u.full_name, o.full_name) ilike ${containing(q)}) and (${typeId ?? null}::uuid is null or c.type_id = ${typeId ?? null}::uuid)
    order by coalesce(n.next_shift, o.next_shift) nulls last, c.submitted_at, c.id
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  return {
    rows: rows.map(({ total: _total, values, precheck, is_restricted: isRestricted, ...row }) => ({
      ...row,
      is_prechecked: !isRestricted && isPrechecked({ values, precheck }),
    })),
    total: rows[0]?.total ?? 0,
  }
}
