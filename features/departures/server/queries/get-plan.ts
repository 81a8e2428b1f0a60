import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { agreedStates, liveStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { DepartingPerson, PlannedDeparture, Successor } from '../../contract.ts'
import { faultWords } from '../../messages.ts'
import { fitsTarget, lastAdministratorWords, type PlacedHolding } from '../../rules.ts'
import { listHoldings } from './held-by.ts'

export type Plan = {
  person: DepartingPerson
  /** True when the caller is the person. */
  is_own: boolean
  /** The time zone of their school or facility; UTC for superadmins. */
  time_zone: string
  today: string
  blocker: string | null
  last_of: { kind: 'school' | 'facility'; id: string } | null
  holdings: PlacedHolding[]
  successors: Successor[]
  departure: (PlannedDeparture & { id: string }) | null
}

/**
 * What a person holds, who could take it over, why they cannot leave yet, and what is planned; undefined if the caller may not deactivate
 * them.
 */
export async function getPlan(tx: Tx, userId: string): Promise<Plan | undefined> {
  const { rows } = await sql<
    DepartingPerson & {
      tenant: string | null
      school: string | null
      facility: string | null
      is_own: boolean
      today: string
      time_zone: string
    }
  >`
    select u.id, u.full_name, u.role, u.status, u.version, case when app.is_last_administrator(u.id) then coalesce(s.name, f.name) end as tenant, case when (select app.role()) = 'superadmin' then s.id end as school, case when (select app.role()) = 'superadmin' then f.id end as facility, u.id = (select app.uid()) as is_own, z.time_zone,
      (now() at time zone z.time_zone)::date as today
    from public.users u left join public.schools s on s.id = u.linked_school_id left join public.facilities f on f.id = u.linked_facility_id,
      lateral (select coalesce(s.time_zone, f.time_zone, 'UTC') as time_zone) z
    where u.id = ${userId}::uuid and app.may_deactivate(u.id)`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { tenant, school, facility, is_own, today, time_zone, ...person } = found
  const home = school
    ? ({ kind: 'school', id: school } as const)
    : facility && ({ kind: 'facility', id: facility } as const)
  return {
    person,
    blocker: tenant === null ? null : lastAdministratorWords({ name: person.full_name, tenant }),
    last_of: tenant === null ? null : home || null,
    is_own,
    today,
    time_zone,
    holdings: await listHoldings(tx, userId),
    successors: await listSuccessors(tx, userId),
    departure: (await findPlanned(tx, userId)) ?? null,
  }
}

export type NewRole = { role: Role; school_id: string | null; facility_id: string | null }

/**
 * Same before a change of role or tenant: only what the person could not hold there. Nothing blocks a person who stays an administrator.
 */
export async function getChangePlan(tx: Tx, userId: string, to: NewRole): Promise<Plan | undefined> {
  const plan = await getPlan(tx, userId)
  if (!plan) return undefined
  const { rows } = await sql<{ id: string; stays: boolean }>`
    select f.id, false as stays from app.facility_scope(${to.facility_id}::uuid) f (id)`.execute(tx)
  const scope = new Set(rows.map(({ id }) => id))
  const { rows: tenant } = await sql<{ stays: boolean }>`
    select ${to.role} <> 'superadmin' and u.linked_school_id is not distinct from ${to.school_id}::uuid and u.linked_facility_id is not distinct from ${to.facility_id}::uuid
      and ${to.role} in ('school_admin', 'school_super_admin', 'facility_admin') as stays from public.users u where u.id = ${userId}::uuid`.execute(
    tx,
  )
  const target = { role: to.role, school_id: to.school_id, scope }
  return {
    ...plan,
    ...(tenant[0]?.stays && { blocker: null, last_of: null }),
    holdings: plan.holdings.filter((holding) => !fitsTarget(holding, target)),
  }
}

/** A person's planned departure, for the person and their administrators. */
export async function findPlanned(
  tx: Tx,
  userId: string,
): Promise<(PlannedDeparture & { id: string }) | undefined> {
  const { rows } = await sql<PlannedDeparture & { id: string }>`
    select d.id, d.last_day, d.reason, coalesce(u.full_name, 'Someone') as decided_by_name, d.decided_by = d.user_id as is_own, d.failure, d.version
    from public.departures d left join public.users u on u.id = d.decided_by
    where d.user_id = ${userId}::uuid and d.status = 'planned'`.execute(tx)
  const [found] = rows
  return found && { ...found, failure: found.failure && faultWords(found.failure) }
}

/**
 * Possible successors: instructors of the school, preceptors within the facility, and advisors, with the shifts each cannot lead because of
 * another at that time. People cannot choose their own successor.
 */
async function listSuccessors(tx: Tx, userId: string): Promise<Successor[]> {
  const { rows } = await sql<Omit<Successor, 'clashes'> & { clashes: string[] | null }>`
    with person as (select u.* from public.users u where u.id = ${userId}::uuid and u.id <> (select app.uid())),
    led as materialized (select x.id, x.date, tstzrange(x.starts_at, x.ends_at) as during from person p join public.shifts x
      on x.proctor_id = p.id or x.preceptor_id = p.id or x.more_proctor_ids <> '{}' and x.more_proctor_ids @> array[p.id]
        or x.more_preceptor_ids <> '{}' and x.more_preceptor_ids @> array[p.id]
      where x.starts_at > now() and x.status in ${listed(agreedStates)}),
    able as (
      select 'lead' as kind, u.id, u.full_name from person p join public.users u on u.linked_school_id = p.linked_school_id and u.role = 'proctor'
        where p.role = 'proctor' and u.status = 'active' and u.id <> p.id
      union all
      select 'precept', u.id, u.full_name from person p join public.users u on u.role = 'facility_admin' and u.status = 'active' and u.id <> p.id
          and u.linked_facility_id in (select app.facility_scope(coalesce(app.facility_id(), p.linked_facility_id)))
        where p.role = 'facility_admin' and exists (select 1 from public.facility_admin_permissions g join public.facilities h on h.id = g.facility_id where g.user_id = u.id
          and g.permission_type = 'capstone_preceptor' and g.is_enabled and (g.expires_on is null or g.expires_on >= (now() at time zone h.time_zone)::date))
      union all
      select k.kind, u.id, u.full_name from (values ('cohort'), ('capstone_faculty')) k (kind), person p join public.users u on u.linked_school_id = p.linked_school_id and u.status = 'active'
          and u.email_verified and u.role in ('proctor', 'school_admin', 'school_super_admin') and u.id <> p.id
        where p.linked_school_id is not null and p.role <> 'student'),
    busy as materialized (select w.id as person_id, y.date, tstzrange(y.starts_at, y.ends_at) as during
      from public.shifts y cross join lateral unnest(app.instructors_of(y) || y.preceptor_id || y.more_preceptor_ids) w (id)
      where y.status in ${listed(liveStates)} and w.id in (select id from able where kind in ('lead', 'precept'))
        and y.date between (select min(date) - 2 from led) and (select max(date) + 2 from led)),
    clashes as (select b.person_id, array_agg(distinct l.id::text) as ids from led l cross join generate_series(-2, 2) d (days)
      join busy b on b.date = l.date + d.days and b.during && l.during group by 1)
    select a.*, case when a.kind in ('lead', 'precept') then c.ids end as clashes
    from able a left join clashes c on c.person_id = a.id order by 1, 3, 2`.execute(tx)
  return rows.map((row) => ({ ...row, clashes: row.clashes ?? [] }))
}
