import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type Slice, within } from './slice.ts'

/**
 * Writes sites as their rows were judged: in bulk, one statement per table, with the superadmin's own login. Forces custom plans, because a
 * cached plan may be from when there were no sites, and would scan the whole table for each foreign key.
 */
export async function writeSites(tx: Tx, slice: Slice): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
  await addOrganizations(tx, slice)
  await addSites(tx, slice)
  if (slice.withChanges) await changeSites(tx, slice)
  await sql`select set_config('plan_cache_mode', 'auto', true)`.execute(tx)
}

async function addOrganizations(tx: Tx, slice: Slice): Promise<void> {
  await sql`
    with wanted as (
      select distinct on (r.parent_id) r.parent_id as id, r.data from public.import_rows r
      where ${within(slice)} and r.verdict = 'new' and not exists (select 1 from public.facilities o where o.id = r.parent_id)
      order by r.parent_id, r.line
    ), node as (
      insert into public.facilities (id, kind, name, city, state, time_zone)
      select w.id, 'organization', w.data ->> 'name', w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone' from wanted w
    )
    insert into public.organizations (id, slug, organization_type, address, postal_code, phone)
    select w.id, app.slug_of(w.data ->> 'name', w.id), w.data ->> 'organization_type', w.data ->> 'address', w.data ->> 'postal_code', w.data ->> 'phone'
    from wanted w`.execute(tx)
}

async function addSites(tx: Tx, slice: Slice): Promise<void> {
  await sql`
    -- Each row gets its site's id first, so that the file is never joined to itself: its size is unknown to the planner.
    with wanted as (
      update public.import_rows r set target_id = gen_random_uuid()
      where ${within(slice)} and r.verdict = 'new' returning r.target_id as id, r.data, r.parent_id
    ), node as (
      insert into public.facilities (id, kind, parent_id, name, city, state, time_zone)
      select w.id, 'site', w.parent_id, w.data ->> 'name', w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone' from wanted w
    )
    insert into public.sites (id, slug, cms_certification_number, site_type, ownership, has_emergency_services, address, postal_code, county,
      phone, latitude, longitude)
    select w.id, app.slug_of(w.data ->> 'name', w.id), d.cms_certification_number, d.site_type, d.ownership, d.has_emergency_services, d.address,
      d.postal_code, d.county, d.phone, coalesce(d.latitude, z.latitude), coalesce(d.longitude, z.longitude)
    from wanted w cross join lateral jsonb_populate_record(null::public.sites, w.data) d
    left join public.postal_codes z on z.postal_code = d.postal_code`.execute(tx)
}

async function changeSites(tx: Tx, slice: Slice): Promise<void> {
  await sql`
    update public.facilities n set name = coalesce(r.data ->> 'name', n.name), city = coalesce(r.data ->> 'city', n.city),
      state = coalesce(r.data ->> 'state', n.state)
    from public.import_rows r
    where ${within(slice)} and r.verdict = 'changed' and n.id = r.target_id`.execute(tx)
  await sql`
    update public.sites s set
      cms_certification_number = d.cms_certification_number, site_type = coalesce(d.site_type, s.site_type),
      ownership = coalesce(d.ownership, s.ownership), has_emergency_services = coalesce(d.has_emergency_services, s.has_emergency_services),
      address = coalesce(d.address, s.address), postal_code = coalesce(d.postal_code, s.postal_code), county = coalesce(d.county, s.county),
      phone = coalesce(d.phone, s.phone), latitude = case when r.changes ? 'position' then coalesce(d.latitude, z.latitude) else s.latitude end,
      longitude = case when r.changes ? 'position' then coalesce(d.longitude, z.longitude) else s.longitude end
    from public.import_rows r cross join lateral jsonb_populate_record(null::public.sites, r.data) d
    left join public.postal_codes z on z.postal_code = d.postal_code
    where ${within(slice)} and r.verdict = 'changed' and s.id = r.target_id`.execute(tx)
}
