import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { UnitLinkStanding } from '../../contract.ts'
import { unitLinkState } from '../../rules.ts'

/**
 * A unit with its organizations' settings for such pages: one above that turns them off applies; the nearest sets for how long links work.
 */
export type Unit = Pick<
  UnitLinkStanding,
  'facility_id' | 'unit_name' | 'site_name' | 'time_zone' | 'days'
> & {
  status: string
  is_allowed: boolean
}

/** A unit that the caller runs; undefined for any other. */
export async function findUnit(tx: Tx, id: string): Promise<Unit | undefined> {
  const { rows } = await sql<Unit>`
    select f.id as facility_id, f.name as unit_name, site.name as site_name, f.time_zone, f.status,
      coalesce((select o.unit_link_days from app.facility_line(f.id) l join public.organizations o on o.id = l.id order by l.height limit 1), 90) as days,
      not exists (select from app.facility_line(f.id) l join public.organizations o on o.id = l.id where not o.unit_links) as is_allowed
    from public.facilities f left join public.facilities site on site.id = f.parent_id
    where f.id = ${id}::uuid and f.kind = 'unit' and app.manages_facility(f.id)`.execute(tx)
  return rows[0]
}

type Link = NonNullable<UnitLinkStanding['link']>
type Row = Omit<Link, 'state'> & { is_revoked: boolean; is_over: boolean }

/** The latest link of a unit, with how often it was opened and the last five openings. */
export async function findLink(
  tx: Tx,
  { facility_id: id, is_allowed: isOpen }: Pick<Unit, 'facility_id' | 'is_allowed'>,
): Promise<Link | null> {
  const { rows } = await sql<Row>`
    select k.id, k.created_at, u.full_name as created_by_name, k.expires_at, k.revoked_at is not null as is_revoked, k.expires_at <= now() as is_over,
      (select count(*) from public.unit_link_openings o where o.link_id = k.id) as opened,
      coalesce((select jsonb_agg(jsonb_build_object('at', o.at, 'address_block', o.address_block) order by o.at desc) from (
        select x.at, x.address_block from public.unit_link_openings x where x.link_id = k.id order by x.at desc limit 5) o), '[]') as openings
    from public.unit_links k left join public.users u on u.id = k.created_by
    where k.facility_id = ${id}::uuid order by k.revoked_at is not null, k.created_at desc limit 1`.execute(
    tx,
  )
  const [found] = rows
  if (!found) return null
  const { is_revoked, is_over, ...link } = found
  return { ...link, state: unitLinkState({ is_revoked, is_over, is_open: isOpen }) }
}
