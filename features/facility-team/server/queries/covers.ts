import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Cover } from '../../contract.ts'

/** Current and future days away with names, of people the caller may see. */
const openCovers = sql`
  select c.id, c.person_id, p.full_name as person_name, c.cover_id, c.cover_name,
    c.organization_id, c.from_date, c.until_date, (now() at time zone o.time_zone)::date as today
  from public.approver_covers c join public.facilities o on o.id = c.organization_id
  join public.users p on p.id = c.person_id
  where c.ended_at is null and c.until_date >= (now() at time zone o.time_zone)::date`
const columns = sql`c.id, c.person_id, c.person_name, c.cover_id, c.cover_name, c.from_date, c.until_date`

export type Away = {
  id: string
  full_name: string
  status: string
  organization_id: string
  today: PlainDate
  may_set_away: boolean
}

/** A facility admin whom the caller may see, their organization, and whether the caller may set when they are away. */
export async function findAway(tx: Tx, personId: string): Promise<Away | undefined> {
  const { rows } = await sql<Away>`
    select p.id, p.full_name, p.status, o.id as organization_id, (now() at time zone o.time_zone)::date as today,
      p.id = (select app.uid()) or app.manages_facility(o.id) as may_set_away
    from public.users p cross join lateral (select f.id, f.time_zone from app.facility_line(p.linked_facility_id) l
      join public.facilities f on f.id = l.id where l.kind = 'organization' order by l.height limit 1) o
    where p.id = ${personId}::uuid and p.role = 'facility_admin'`.execute(tx)
  return rows[0]
}

/**
 * The people who manage a person's facility or one above it within their organization, as far as the caller may see them, nearest first.
 */
export async function listColleagues(tx: Tx, { id, organization_id: organization }: Away) {
  const { rows } = await sql<{ id: string; full_name: string; facility_name: string }>`
    select c.id, c.full_name, f.name as facility_name
    from public.users p cross join lateral app.facility_line(p.linked_facility_id) l
    join public.users c on c.linked_facility_id = l.id and c.id <> p.id and c.role = 'facility_admin' and c.status = 'active'
    join public.facilities f on f.id = l.id
    where p.id = ${id}::uuid and l.id in (select app.facility_scope(${organization}::uuid))
    order by l.height, c.full_name, c.id`.execute(tx)
  return rows
}

export async function listOpenCovers(tx: Tx, organization: string): Promise<Cover[]> {
  const { rows } = await sql<Cover>`select ${columns} from (${openCovers}) c
    where c.organization_id = ${organization}::uuid order by c.from_date, c.id`.execute(tx)
  return rows
}

/** The people the caller covers today, with their facilities. */
export async function listCovering(tx: Tx) {
  const { rows } = await sql<Cover & { facility_id: string; facility_name: string }>`
    select ${columns}, f.id as facility_id, f.name as facility_name from (${openCovers}) c
    join public.users p on p.id = c.person_id and p.status = 'active' join public.facilities f on f.id = p.linked_facility_id
    where c.cover_id = (select app.uid()) and c.from_date <= c.today order by c.until_date, c.person_name, c.id`.execute(
    tx,
  )
  return rows
}

/** A column with the current or next days away of a person. */
export const awayOf = (person: ReturnType<typeof sql.raw>) => sql`
  (select to_jsonb(x) from (select ${columns} from (${openCovers}) c where c.person_id = ${person} order by c.from_date limit 1) x)`
