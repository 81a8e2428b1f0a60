import { type RawBuilder, sql } from 'kysely'
import { clockRange } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing, containingOrBeginning, containingWords } from '#platform/server/like.ts'
import { listed } from '#platform/server/listed.ts'
import type { Entity, PersonQuery, EntityQuery } from '../../contract.ts'

/** Schools, facilities of a level, cohorts or shifts, by name. */
export function findEntities(tx: Tx, query: EntityQuery, isOfFacility = false): Promise<Entity[]> {
  if (query.kind === 'school') return findSchools(tx, query)
  if (query.kind === 'cohort') return findCohorts(tx, query)
  return query.kind === 'shift' ? findShifts(tx, query) : findFacilities(tx, query, isOfFacility)
}

/** Planned or current cohorts, by name or code, latest first; row-level security decides whose. */
async function findCohorts(tx: Tx, { search, id, school_id: school }: EntityQuery): Promise<Entity[]> {
  const fits = containing(search)
  const { rows } = await sql<Entity & { start_date: string; expected_graduation: string }>`
    select c.id, c.name, c.start_date, c.expected_graduation from public.cohorts c
    where (c.status in ('planned', 'active', 'on_hold') and (c.name ilike ${fits} or c.code ilike ${fits})
        and (${school ?? null}::uuid is null or c.school_id = ${school ?? null}::uuid))
      or c.id = ${id ?? null}::uuid
    order by c.id is distinct from ${id ?? null}::uuid, c.start_date desc, c.name, c.id limit 21`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    detail: `${formatDate(row.start_date, 'long')} – ${formatDate(row.expected_graduation, 'long')}`,
  }))
}

/**
 * Shifts by title, course, unit or site, upcoming ones first; row-level security decides which. Across all schools, none are found until
 * the user types something.
 */
async function findShifts(tx: Tx, { search, id, school_id: school }: EntityQuery): Promise<Entity[]> {
  const chosen = id ?? null
  const isAsked = search !== '' || school !== undefined
  const fits = containing(search)
  const { rows } = await sql<FoundShift>`
    select s.id, coalesce(s.title, s.course_code, initcap(replace(s.specialty, '_', ' '))) as name, s.date, s.start_time, s.end_time, f.name as unit_name from public.shifts s
    left join public.facilities f on f.id = s.facility_id
    where (${isAsked} and s.status not in ${listed(endStates)}
        and (s.title ilike ${fits} or s.course_code ilike ${fits} or f.name ilike ${fits})
        and (${school ?? null}::uuid is null or s.school_id = ${school ?? null}::uuid))
      or s.id = ${chosen}::uuid
    order by s.id is distinct from ${chosen}::uuid, s.ends_at < now(), abs(extract(epoch from s.starts_at - now())), s.id
    limit 21`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    detail: [
      formatDate(row.date, 'weekday'),
      clockRange(row.start_time, row.end_time),
      row.unit_name ?? 'On campus',
    ].join(' · '),
  }))
}
type FoundShift = {
  id: string
  name: string
  date: string
  start_time: string
  end_time: string
  unit_name: string | null
}

/** A school's administrator finds their own; a facility, which may invite any school, all active ones. */
async function findSchools(tx: Tx, { search, id }: EntityQuery): Promise<Entity[]> {
  const { rows } = await sql<Entity>`
    select s.id, s.name, concat_ws(', ', s.city, s.state) as detail from public.schools s
    where ((s.is_active and s.name ilike ${containing(search)}) or s.id = ${id ?? null}::uuid)
      and ((select app.role()) in ('superadmin', 'facility_admin') or s.id = (select app.school_id()))
    order by s.id is distinct from ${id ?? null}::uuid, s.name, s.id limit 21`.execute(tx)
  return rows
}

/** People who signed up and were approved, by name or email; empty until the user types something. */
export async function findPeople(tx: Tx, { search, id }: PersonQuery): Promise<Entity[]> {
  if (search === '' && id === undefined) return []
  const found = (search === '' ? [] : containingOrBeginning(search)).map(
    (fits) => sql`select app.find_people(${fits})`,
  )
  const { rows } = await sql<Entity>`
    select u.id, u.full_name as name, u.email as detail from public.users u
    where (u.status = 'active' and u.email_verified and u.id = any (array(${found.length > 0 ? sql.join(found, sql` union `) : sql`select null::uuid`})))
      or u.id = ${id ?? null}::uuid
    order by u.id is distinct from ${id ?? null}::uuid, u.full_name, u.id limit 21`.execute(tx)
  return rows
}

/** Facilities that are not closed, by name or town, larger ones first; a facility admin finds those in their scope. */
async function findFacilities(
  tx: Tx,
  { kind, search, below_id: belowId, id }: EntityQuery,
  isOfFacility: boolean,
): Promise<Entity[]> {
  const own = sql`select app.facility_scope((select app.facility_id()))`
  const named = sql`select app.find_facilities(${containingWords(search)})`
  // If ids are known beforehand, filters by them: the nation has 60,000 units.
  const among = [...(isOfFacility ? [own] : []), ...(search ? [named] : [])]
  const conditions: RawBuilder<unknown>[] = [sql`f.status in ('active', 'paused')`]
  if (among.length > 0) conditions.push(sql`f.id = any (array(${sql.join(among, sql` intersect `)}))`)
  if (kind !== 'facility') conditions.push(sql`f.kind = ${kind}`)
  if (belowId) conditions.push(sql`f.id in (select app.facility_scope(${belowId}))`)
  const { rows } = await sql<Entity>`
    with recursive found as (
      select f.id, f.name, f.parent_id, row_number() over (
        order by f.id is distinct from ${id ?? null}::uuid, f.kind = 'unit', f.kind = 'site', f.name, f.id) as position
      from public.facilities f
      where ((${sql.join(conditions, sql` and `)}) or f.id = ${id ?? null}::uuid)
        and ((select app.role()) <> 'facility_admin' or f.id in (${own}))
      order by position limit 21
    ), above as (
      select f.id, f.parent_id, null::text as name, 0 as depth from found f
      union all
      select a.id, p.parent_id, p.name, a.depth + 1 from above a join public.facilities p on p.id = a.parent_id where a.depth < 20
    )
    select f.id, f.name, coalesce(string_agg(a.name, ' › ' order by a.depth desc), '') as detail
    from found f join above a on a.id = f.id group by f.position, f.id, f.name order by f.position`.execute(
    tx,
  )
  return rows
}
