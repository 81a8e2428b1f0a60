-- Files brought into the product: what is judged and written of them in whole sets.

-- The verdict on each site of a file. Its identity is the Facility ID; a site that somebody entered by hand, without one, is
-- the same where name, city and state are. What the file does not tell stays as it is; a position that is known already stays,
-- unless the file itself has one. (The planner knows nothing of rows that have just arrived: whole sets are joined by hashing.)
-- Reason: under row-level security the same statement did not end within the 28 seconds of a request for the whole list of hospitals
-- (vitest run --project db features/imports).
create or replace function app.judge_import_sites(p_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
  with f as (
    select r.line, r.problem, r.is_left_out, r.data ->> 'cms_certification_number' as ccn, r.data,
      coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude,
      min(r.line) filter (where r.problem is null and not r.is_left_out) over (partition by r.data ->> 'cms_certification_number') as first_line
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = p_id
  ), by_id as (
    select f.line, s.id from f join public.sites s on s.cms_certification_number = f.ccn
  ), by_name as (
    select distinct on (n.id) f.line, n.id
    from f join public.facilities n on n.kind = 'site' and lower(n.name) = lower(f.data ->> 'name')
        and lower(n.city) = lower(f.data ->> 'city') and n.state = f.data ->> 'state' and n.status = 'active'
      join public.sites s on s.id = n.id and s.cms_certification_number is null
    where f.problem is null and not f.is_left_out and f.line = f.first_line and not exists (select 1 from by_id b where b.line = f.line)
    order by n.id, f.line
  ), target as (
    select line, id, false as is_by_name from by_id
    union all (select distinct on (line) line, id, true from by_name order by line, id)
  ), judged as (
    select f.line, t.id as target_id, t.is_by_name, n.status,
      coalesce((select jsonb_object_agg(c.field, jsonb_build_array(c.old, c.new)) from (values
        ('cms_certification_number', to_jsonb(s.cms_certification_number), f.data -> 'cms_certification_number'),
        ('name', to_jsonb(n.name), f.data -> 'name'),
        ('city', to_jsonb(n.city), f.data -> 'city'),
        ('state', to_jsonb(n.state), f.data -> 'state'),
        ('address', to_jsonb(s.address), f.data -> 'address'),
        ('postal_code', to_jsonb(s.postal_code), f.data -> 'postal_code'),
        ('county', to_jsonb(s.county), f.data -> 'county'),
        ('phone', to_jsonb(s.phone), f.data -> 'phone'),
        ('site_type', to_jsonb(s.site_type), f.data -> 'site_type'),
        ('ownership', to_jsonb(s.ownership), f.data -> 'ownership'),
        ('has_emergency_services', to_jsonb(s.has_emergency_services), f.data -> 'has_emergency_services'),
        ('position', to_jsonb(s.latitude || ', ' || s.longitude),
          case when s.latitude is null or jsonb_typeof(f.data -> 'latitude') = 'number' then to_jsonb(f.latitude || ', ' || f.longitude) end)
      ) as c (field, old, new) where c.new is not null and jsonb_typeof(c.new) <> 'null' and c.new is distinct from c.old), '{}') as changes
    from f left join target t on t.line = f.line
      left join public.facilities n on n.id = t.id left join public.sites s on s.id = t.id
  )
  update public.import_rows r set
    verdict = case when f.is_left_out then 'left_out' when f.problem is not null then 'invalid' when f.line <> f.first_line then 'duplicate'
      when j.target_id is null then 'new' when j.changes = '{}' or j.status = 'archived' then 'unchanged' else 'changed' end,
    reason = case when f.is_left_out then null when f.problem is not null then f.problem
      when f.line <> f.first_line then 'same_row ' || f.first_line
      when j.status = 'archived' then 'archived'
      when j.is_by_name then 'by_name' end,
    changes = case when f.is_left_out or f.problem is not null or f.line <> f.first_line or j.target_id is null or j.status = 'archived' then '{}' else j.changes end,
    target_id = case when f.is_left_out or f.problem is not null or f.line <> f.first_line then null else j.target_id end
  from f join judged j on j.line = f.line
  where r.import_id = p_id and r.line = f.line
$$;

-- The same for schools, by UNITID.
-- Reason: under row-level security the same statement did not end within the 28 seconds of a request for the whole list of hospitals
-- (vitest run --project db features/imports).
create or replace function app.judge_import_schools(p_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
  with f as (
    select r.line, r.problem, r.is_left_out, r.data ->> 'unitid' as unitid, r.data,
      coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude,
      min(r.line) filter (where r.problem is null and not r.is_left_out) over (partition by r.data ->> 'unitid') as first_line
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = p_id
  ), by_id as (
    select f.line, s.id from f join public.schools s on s.unitid = f.unitid
  ), by_name as (
    select distinct on (s.id) f.line, s.id
    from f join public.schools s on s.unitid is null and lower(s.name) = lower(f.data ->> 'name') and s.state = f.data ->> 'state'
    where f.problem is null and not f.is_left_out and f.line = f.first_line and not exists (select 1 from by_id b where b.line = f.line)
    order by s.id, f.line
  ), target as (
    select line, id, false as is_by_name from by_id
    union all (select distinct on (line) line, id, true from by_name order by line, id)
  ), judged as (
    select f.line, t.id as target_id, t.is_by_name,
      coalesce((select jsonb_object_agg(c.field, jsonb_build_array(c.old, c.new)) from (values
        ('unitid', to_jsonb(s.unitid), f.data -> 'unitid'),
        ('name', to_jsonb(s.name), f.data -> 'name'),
        ('aliases', to_jsonb(s.aliases), case when f.data -> 'aliases' <> '[]' then f.data -> 'aliases' end),
        ('city', to_jsonb(s.city), f.data -> 'city'),
        ('state', to_jsonb(s.state), f.data -> 'state'),
        ('address', to_jsonb(s.address), f.data -> 'address'),
        ('postal_code', to_jsonb(s.postal_code), f.data -> 'postal_code'),
        ('phone', to_jsonb(s.phone), f.data -> 'phone'),
        ('website', to_jsonb(s.website), f.data -> 'website'),
        ('position', to_jsonb(s.latitude || ', ' || s.longitude),
          case when s.latitude is null or jsonb_typeof(f.data -> 'latitude') = 'number' then to_jsonb(f.latitude || ', ' || f.longitude) end),
        ('programs', to_jsonb((select array_agg(p.level order by p.level) from public.programs p where p.school_id = s.id)),
          (select jsonb_agg(x.level order by x.level) from jsonb_to_recordset(f.data -> 'programs') as x (level text)
            where not exists (select 1 from public.programs p where p.school_id = s.id and p.level = x.level)))
      ) as c (field, old, new) where c.new is not null and jsonb_typeof(c.new) <> 'null' and c.new is distinct from c.old), '{}') as changes
    from f left join target t on t.line = f.line left join public.schools s on s.id = t.id
  )
  update public.import_rows r set
    verdict = case when f.is_left_out then 'left_out' when f.problem is not null then 'invalid' when f.line <> f.first_line then 'duplicate'
      when j.target_id is null then 'new' when j.changes = '{}' then 'unchanged' else 'changed' end,
    reason = case when f.is_left_out then null when f.problem is not null then f.problem
      when f.line <> f.first_line then 'same_row ' || f.first_line
      when j.is_by_name then 'by_name' end,
    changes = case when f.is_left_out or f.problem is not null or f.line <> f.first_line or j.target_id is null then '{}' else j.changes end,
    target_id = case when f.is_left_out or f.problem is not null or f.line <> f.first_line then null else j.target_id end
  from f join judged j on j.line = f.line
  where r.import_id = p_id and r.line = f.line
$$;

-- Where new sites come: below the organization that was chosen, else below the one of the same name in the same city, else
-- below a new one of their name; two new sites of one name in one city share it.
-- Reason: under row-level security the same statement did not end within the 28 seconds of a request for the whole list of hospitals
-- (vitest run --project db features/imports).
create or replace function app.place_import_sites(p_id uuid, p_chosen uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
  with f as (
    select r.line, lower(r.data ->> 'name') as name, r.data ->> 'city' as city, r.data ->> 'state' as state
    from public.import_rows r where r.import_id = p_id and r.verdict = 'new'
  ), there as (
    select distinct on (f.name, f.city, f.state) f.name, f.city, f.state, coalesce(o.id, gen_random_uuid()) as id
    from f left join public.facilities o on o.kind = 'organization' and o.status = 'active' and lower(o.name) = f.name
      and o.city = f.city and o.state = f.state
    order by f.name, f.city, f.state, o.created_at, o.id
  )
  update public.import_rows r set parent_id = coalesce(p_chosen, t.id)
  from f join there t on t.name = f.name and t.city = f.city and t.state = f.state
  where r.import_id = p_id and r.line = f.line
$$;

-- Judges the rows of a file that is open; before they are written it also says where its new sites come.
-- Reason: the functions above look at nobody who asks.
create or replace function app.judge_import(p_id uuid, p_is_final boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.imports;
begin
  select v.* into i from public.imports v where v.id = p_id and v.status = 'open' and app.is_superadmin();
  if i.id is null then raise exception 'import.missing' using errcode = '42501'; end if;
  if i.kind = 'sites' then perform app.judge_import_sites(p_id); else perform app.judge_import_schools(p_id); end if;
  if p_is_final and i.kind = 'sites' then perform app.place_import_sites(p_id, i.organization_id); end if;
end $$;

-- What an import writes of schools and places, as its rows were judged: whole sets, a statement for each table.
-- Reason: it writes schools and places as no login may, in sets of thousands (docs/decisions/021-files-are-looked-at-first.md).
create or replace function app.write_import_sites(p_id uuid, p_from integer, p_to integer, p_with_changes boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare me uuid := app.real_uid();
begin
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

  with wanted as (
    select r.line, gen_random_uuid() as id, r.data, r.parent_id,
      coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'new'
  ), node as (
    insert into public.facilities (id, kind, parent_id, name, city, state, time_zone, created_by)
    select w.id, 'site', w.parent_id, w.data ->> 'name', w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone', me from wanted w
  ), details as (
    insert into public.sites (id, slug, cms_certification_number, site_type, ownership, has_emergency_services, address, postal_code, county,
      phone, latitude, longitude)
    select w.id, app.slug_of(w.data ->> 'name', w.id), w.data ->> 'cms_certification_number', w.data ->> 'site_type', w.data ->> 'ownership',
      (w.data ->> 'has_emergency_services')::boolean, w.data ->> 'address', w.data ->> 'postal_code', w.data ->> 'county', w.data ->> 'phone',
      w.latitude, w.longitude
    from wanted w
  )
  update public.import_rows r set target_id = w.id from wanted w where r.import_id = p_id and r.line = w.line;

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
end $$;

-- Reason: it writes schools and places as no login may, in sets of thousands (docs/decisions/021-files-are-looked-at-first.md).
create or replace function app.write_import_schools(p_id uuid, p_from integer, p_to integer, p_with_changes boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare me uuid := app.real_uid();
begin
  with wanted as (
    select r.line, gen_random_uuid() as id, r.data,
      coalesce((r.data ->> 'latitude')::float8, z.latitude) as latitude, coalesce((r.data ->> 'longitude')::float8, z.longitude) as longitude
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'new'
  ), school as (
    insert into public.schools (id, name, slug, city, state, time_zone, unitid, aliases, address, postal_code, phone, website, latitude, longitude, created_by)
    select w.id, w.data ->> 'name', app.slug_of(w.data ->> 'name', w.id), w.data ->> 'city', w.data ->> 'state', w.data ->> 'time_zone',
      w.data ->> 'unitid', array(select jsonb_array_elements_text(w.data -> 'aliases')), w.data ->> 'address', w.data ->> 'postal_code',
      w.data ->> 'phone', w.data ->> 'website', w.latitude, w.longitude, me
    from wanted w
  ), code as (
    -- What students type beside the school's name; nobody can guess it, and the school may change it.
    insert into public.school_join_codes (school_id, code) select w.id, upper(left(replace(gen_random_uuid()::text, '-', ''), 10)) from wanted w
    on conflict (school_id) do nothing
  )
  update public.import_rows r set target_id = w.id from wanted w where r.import_id = p_id and r.line = w.line;

  if p_with_changes then
    update public.schools s set
      unitid = r.data ->> 'unitid', name = r.data ->> 'name', city = coalesce(r.data ->> 'city', s.city), state = r.data ->> 'state',
      aliases = case when r.changes ? 'aliases' then array(select jsonb_array_elements_text(r.data -> 'aliases')) else s.aliases end,
      address = coalesce(r.data ->> 'address', s.address), postal_code = coalesce(r.data ->> 'postal_code', s.postal_code),
      phone = coalesce(r.data ->> 'phone', s.phone), website = coalesce(r.data ->> 'website', s.website),
      latitude = case when r.changes ? 'position' then coalesce((r.data ->> 'latitude')::float8, z.latitude) else s.latitude end,
      longitude = case when r.changes ? 'position' then coalesce((r.data ->> 'longitude')::float8, z.longitude) else s.longitude end,
      updated_at = now(), updated_by = me, version = s.version + 1
    from public.import_rows r left join public.postal_codes z on z.postal_code = r.data ->> 'postal_code'
    where r.import_id = p_id and r.line between p_from and p_to and r.verdict = 'changed' and s.id = r.target_id;
  end if;

  insert into public.programs (school_id, name, level, created_by)
    select r.target_id, x.name, x.level, me
    from public.import_rows r, jsonb_to_recordset(r.data -> 'programs') as x (name text, level text)
    where r.import_id = p_id and r.line between p_from and p_to and (r.verdict = 'new' or (p_with_changes and r.verdict = 'changed'))
      and not exists (select 1 from public.programs p where p.school_id = r.target_id and p.level = x.level)
    on conflict (school_id, name) do nothing;
end $$;

-- Reason: it writes schools and places as no login may, in sets of thousands (docs/decisions/021-files-are-looked-at-first.md).
create or replace function app.write_import(p_id uuid, p_from integer, p_to integer, p_with_changes boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.imports;
begin
  select v.* into i from public.imports v where v.id = p_id and app.is_superadmin() for update;
  if i.id is null then raise exception 'import.missing' using errcode = '42501'; end if;
  if i.status <> 'open' then raise exception 'import.done' using errcode = 'PW409'; end if;
  if i.kind = 'sites' then perform app.write_import_sites(p_id, p_from, p_to, p_with_changes);
  else perform app.write_import_schools(p_id, p_from, p_to, p_with_changes); end if;
  -- A table that was empty a moment ago has no statistics: its keys would be checked by reading it whole, row after row.
  if i.kind = 'sites' and (select c.reltuples < 1000 from pg_class c where c.oid = 'public.facilities'::regclass) then
    analyze public.facilities;
  end if;
end $$;

grant execute on function app.judge_import(uuid, boolean), app.write_import(uuid, integer, integer, boolean) to app_rw;
