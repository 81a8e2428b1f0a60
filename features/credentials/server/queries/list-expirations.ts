import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ExpirationRow } from '../../contract.ts'

const MOST = 500

type Filter = {
  type_id?: string | undefined
  cohort_id?: string | undefined
  within: number
  is_affecting: boolean
}

/** What expires within so many days, of approved credentials that no later one replaces; the earliest first. */
export async function listExpirations(
  tx: Tx,
  today: PlainDate,
  { type_id: typeId, cohort_id: cohortId, within, is_affecting: isAffecting }: Filter,
) {
  const { rows } = await sql<ExpirationRow & { total: number }>`
    with expiring as (
      select c.id, c.person_id, c.school_id, c.type_id, c.expires_on from public.credentials c
      where c.school_id = (select app.selected_school_id()) and c.status = 'approved'
        and c.expires_on between ${today}::date and ${today}::date + ${within}::integer
        and (${typeId ?? null}::uuid is null or c.type_id = ${typeId ?? null}::uuid)
        and not exists (select 1 from public.credentials o where o.person_id = c.person_id and o.school_id = c.school_id and o.type_id = c.type_id
          and o.status = 'approved' and o.id <> c.id and coalesce(o.expires_on, 'infinity') > c.expires_on)
    )
    select e.id, e.person_id, u.full_name as student_name, k.name as cohort_name, e.type_id, t.name as type_name, e.expires_on,
      e.expires_on - ${today}::date as days_left, n.next_shift, coalesce(n.shifts_after, 0)::int as shifts_after,
      exists (select 1 from public.credentials o where o.person_id = e.person_id and o.school_id = e.school_id and o.type_id = e.type_id
        and o.status in ('submitted', 'in_review')) as is_renewed,
      (select max(r.at) from public.credential_reminders r where r.credential_id = e.id and r.outcome = 'sent') as reminded_at,
      count(*) over ()::int as total
    from expiring e
    join public.users u on u.id = e.person_id and u.status = 'active'
    join public.credential_types t on t.id = e.type_id
    left join public.cohort_memberships m on m.student_id = e.person_id and m.school_id = e.school_id and m.to_date is null
    left join public.cohorts k on k.id = m.cohort_id
    left join lateral (select min(s.date) as next_shift, count(*) filter (where s.date > e.expires_on) as shifts_after
      from public.assignments a join public.shifts s on s.id = a.shift_id
      where a.student_id = e.person_id and a.school_id = e.school_id and a.status in ('offered', 'assigned') and s.date >= ${today}::date) n on true
    where (${cohortId ?? null}::uuid is null or m.cohort_id = ${cohortId ?? null}::uuid) and (not ${isAffecting}::boolean or n.shifts_after > 0)
    order by e.expires_on, u.full_name, e.id limit ${MOST}`.execute(tx)
  return {
    rows: rows.map(({ total: _total, ...row }) => row),
    more: Math.max(0, (rows[0]?.total ?? 0) - MOST),
  }
}

/** The cohorts and types of the asker's school to choose from. */
export async function listExpirationChoices(tx: Tx) {
  const [cohorts, types] = await Promise.all([
    sql<{ id: string; name: string }>`select k.id, k.name from public.cohorts k
      where k.school_id = (select app.selected_school_id()) and k.status in ('active', 'on_hold') order by k.name, k.id`.execute(
      tx,
    ),
    sql<{ id: string; name: string }>`select t.id, t.name from public.credential_types t
      where exists (select 1 from public.credentials c where c.school_id = (select app.selected_school_id()) and c.type_id = t.id and c.status = 'approved')
      order by t.name, t.id`.execute(tx),
  ])
  return { cohorts: cohorts.rows, types: types.rows }
}
