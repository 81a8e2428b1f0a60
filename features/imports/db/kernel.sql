-- Files brought into the product: what is written of them in whole sets.

-- What an import writes of places, as its rows were judged: whole sets, a statement for each table.
-- Reason: it writes places as no login may, without what guards look at row by row, in sets of thousands (docs/decisions/021-imports-are-checked-before-writing.md).
create or replace function app.write_import_sites(p_id uuid, p_from integer, p_to integer, p_with_changes boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare me uuid := app.real_uid(); import public.imports;
begin
  select v.* into import from public.imports v where v.id = p_id and v.kind = 'sites' and app.is_superadmin() for update;
  if import.id is null then raise exception 'import.missing' using errcode = '42501'; end if;
  if import.status <> 'open' then raise exception 'import.done' using errcode = 'PW409'; end if;
  with wanted as (
    select distinct on (r.parent_id) r.parent_id as id, r.data from public.import_rows r
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'new'
      and not exists (select 1 from public.facilities o where o.id = r.parent_id)
    order by r.parent_id, r.line
  ), node as (
    insert into public.facilities (id, kind, name, city, state, time_zone, created_by)
    select w.id, 'organization', w.data ->> 'name', w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone', me from wanted w
  )
  insert into public.organizations (id, slug, organization_type, address, postal_code, phone)
  select w.id, app.slug_of(w.data ->> 'name', w.id), w.data ->> 'organization_type', w.data ->> 'address', w.data ->> 'postal_code', w.data ->> 'phone'
  from wanted w;

  -- Each row gets its site's id first, so that the file is never joined to itself: its size is unknown to the planner.
  with wanted as (
    update public.import_rows r set target_id = gen_random_uuid()
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'new' returning r.target_id as id, r.data, r.parent_id
  ), node as (
    insert into public.facilities (id, kind, parent_id, name, city, state, time_zone, created_by)
    select w.id, 'site', w.parent_id, w.data ->> 'name', w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone', me from wanted w
  )
  insert into public.sites (id, slug, cms_certification_number, site_type, ownership, has_emergency_services, address, postal_code, county,
    phone, latitude, longitude)
  select w.id, app.slug_of(w.data ->> 'name', w.id), w.data ->> 'cms_certification_number', w.data ->> 'site_type', w.data ->> 'ownership',
    (w.data ->> 'has_emergency_services')::boolean, w.data ->> 'address', w.data ->> 'postal_code', w.data ->> 'county', w.data ->> 'phone',
    coalesce((w.data ->> 'latitude')::float8, z.latitude), coalesce((w.data ->> 'longitude')::float8, z.longitude)
  from wanted w left join public.postal_codes z on z.postal_code = w.data ->> 'postal_code';

  if p_with_changes then
    update public.facilities n set name = coalesce(r.data ->> 'name', n.name), city = coalesce(r.data ->> 'city', n.city),
      state = coalesce(r.data ->> 'state', n.state), updated_at = now(), updated_by = me, version = n.version + 1
    from public.import_rows r
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'changed' and n.id = r.target_id
      and r.changes ?| array['name', 'city', 'state'];
    update public.sites s set
      cms_certification_number = r.data ->> 'cms_certification_number',
      site_type = coalesce(r.data ->> 'site_type', s.site_type), ownership = coalesce(r.data ->> 'ownership', s.ownership),
      has_emergency_services = coalesce((r.data ->> 'has_emergency_services')::boolean, s.has_emergency_services),
      address = coalesce(r.data ->> 'address', s.address), postal_code = coalesce(r.data ->> 'postal_code', s.postal_code),
      county = coalesce(r.data ->> 'county', s.county), phone = coalesce(r.data ->> 'phone', s.phone),
      latitude = case when r.changes ? 'position' then coalesce((r.data ->> 'latitude')::float8, z.latitude) else s.latitude end,
      longitude = case when r.changes ? 'position' then coalesce((r.data ->> 'longitude')::float8, z.longitude) else s.longitude end
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'changed' and s.id = r.target_id;
  end if;
  -- A table that was empty a moment ago has no statistics: its keys would be checked by reading it whole, row after row.
  if (select c.reltuples < 1000 from pg_class c where c.oid = 'public.facilities'::regclass) then analyze public.facilities; end if;
end $$;

grant execute on function app.write_import_sites(uuid, integer, integer, boolean) to app_rw;
