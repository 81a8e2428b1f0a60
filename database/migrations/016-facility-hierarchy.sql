-- The hierarchy defends itself: an organization stands alone or below an organization, a site below an organization,
-- a unit below a site; and no organization is below itself (a trigger, below).
alter table public.facilities
  add column parent_kind text,
  add column archived_at timestamptz,
  add unique (id, kind);
update public.facilities f set parent_kind = p.kind from public.facilities p where p.id = f.parent_id;
alter table public.facilities
  add foreign key (parent_id, parent_kind) references public.facilities (id, kind),
  add constraint facilities_parent_kind check (
    (parent_id is null) = (parent_kind is null)
    and case kind
      when 'organization' then parent_kind is null or parent_kind = 'organization'
      when 'site' then parent_kind = 'organization'
      else parent_kind = 'site' end),
  add constraint facilities_pausing check (status not in ('paused', 'closed') or kind = 'unit');
create index facilities_parent_kind_key on public.facilities (parent_id, parent_kind);
create index facilities_kind_name on public.facilities (kind, name, id);
create index facilities_kind_place on public.facilities (kind, state, city);

-- The kind of the parent is the parent's own; nobody has to say it. Two moves at once could close a circle that neither
-- of them sees: moving an organization takes its turn.
create function app.facility_parent() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.parent_kind := (select p.kind from public.facilities p where p.id = new.parent_id);
  if tg_op = 'UPDATE' and new.kind = 'organization' and new.parent_id is distinct from old.parent_id and new.parent_id is not null then
    perform pg_advisory_xact_lock(hashtext('placewell facility tree'));
    if new.parent_id in (select app.facility_scope(new.id)) then
      raise exception 'An organization cannot be moved below itself.' using errcode = 'PW409';
    end if;
  end if;
  return new;
end $$;
create trigger parent before insert or update of parent_id, kind on public.facilities
  for each row execute function app.facility_parent();

create table public.organizations (
  id uuid not null,
  kind text not null default 'organization' check (kind = 'organization'),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  organization_type text not null default 'hospital_system' check (organization_type in ('hospital_system', 'hospital', 'long_term_care',
    'clinic', 'community', 'school_health', 'simulation_center', 'other')),
  address text check (length(address) <= 300),
  postal_code text check (postal_code ~ '^[0-9]{5}$'),
  phone text check (length(phone) <= 40),
  website text check (website ~ '^https?://' and length(website) <= 300),
  npi text check (npi ~ '^[0-9]{10}$'),
  default_lead_time_days integer not null default 21 check (default_lead_time_days between 0 and 365),
  visibility_before_days integer not null default 42 check (visibility_before_days between 0 and 365),
  visibility_after_days integer not null default 14 check (visibility_after_days between 0 and 365),
  primary key (id, kind),
  foreign key (id, kind) references public.facilities (id, kind) on delete cascade
);

create table public.sites (
  id uuid not null,
  kind text not null default 'site' check (kind = 'site'),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  -- The identity of a hospital with Medicare: a text whose leading zeros count. Names repeat.
  cms_certification_number text unique check (cms_certification_number ~ '^[0-9A-Z]{6}$'),
  site_type text check (length(site_type) <= 120),
  ownership text check (length(ownership) <= 120),
  has_emergency_services boolean,
  address text check (length(address) <= 300),
  postal_code text check (postal_code ~ '^[0-9]{5}$'),
  county text check (length(county) <= 120),
  phone text check (length(phone) <= 40),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  parking_notes text check (length(parking_notes) <= 2000),
  arrival_instructions text check (length(arrival_instructions) <= 2000),
  badge_instructions text check (length(badge_instructions) <= 2000),
  emergency_contact text check (length(emergency_contact) <= 300),
  dress_code text check (length(dress_code) <= 1000),
  ehr_system text check (length(ehr_system) <= 120),
  geofence_radius_m integer not null default 250 check (geofence_radius_m between 25 and 5000),
  holidays date[] not null default '{}',
  check ((latitude is null) = (longitude is null)),
  primary key (id, kind),
  foreign key (id, kind) references public.facilities (id, kind) on delete cascade
);
create index sites_slug on public.sites (slug);
create index sites_postal_code on public.sites (postal_code);

create table public.units (
  id uuid not null,
  kind text not null default 'unit' check (kind = 'unit'),
  code text check (length(code) <= 40),
  specialty text not null default 'other' check (specialty in ('fundamentals', 'med_surg', 'maternal_newborn', 'pediatrics',
    'mental_health', 'community', 'icu', 'emergency', 'perioperative', 'geriatrics_ltc', 'leadership', 'capstone', 'other')),
  population text not null default 'adult' check (population in ('adult', 'pediatric', 'neonatal', 'geriatric', 'maternal', 'all')),
  care_level text not null default 'acute' check (care_level in ('acute', 'subacute', 'long_term', 'community', 'ambulatory', 'simulation')),
  -- [{name, start, end, unpaid_break_min}]
  shift_patterns jsonb not null default '[]' check (jsonb_typeof(shift_patterns) = 'array'),
  max_students_per_shift integer not null default 8 check (max_students_per_shift between 1 and 100),
  -- {first_year: 4, …}
  max_students_by_level jsonb not null default '{}' check (jsonb_typeof(max_students_by_level) = 'object'),
  exclusive_school boolean not null default true,
  max_ratio_override integer check (max_ratio_override between 1 and 20),
  -- [{from, to, max}], [{from, to, reason}]
  capacity_windows jsonb not null default '[]' check (jsonb_typeof(capacity_windows) = 'array'),
  blackout jsonb not null default '[]' check (jsonb_typeof(blackout) = 'array'),
  has_conference_room boolean not null default false,
  preceptor_available boolean not null default false,
  primary key (id, kind),
  foreign key (id, kind) references public.facilities (id, kind) on delete cascade
);
create index units_specialty on public.units (specialty);

-- Every node has its details, however it came to be; what names a place by its words gets a slug of its own.
create function app.slug_of(name text, id uuid) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(nullif(left(btrim(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), '-'), 80), ''), 'place') || '-' || left(id::text, 8)
$$;
create function app.facility_details() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.kind = 'organization' then
    insert into public.organizations (id, slug) values (new.id, app.slug_of(new.name, new.id)) on conflict do nothing;
  elsif new.kind = 'site' then
    insert into public.sites (id, slug) values (new.id, app.slug_of(new.name, new.id)) on conflict do nothing;
  else
    insert into public.units (id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger details after insert on public.facilities for each row execute function app.facility_details();
insert into public.organizations (id, slug) select id, app.slug_of(name, id) from public.facilities where kind = 'organization';
insert into public.sites (id, slug) select id, app.slug_of(name, id) from public.facilities where kind = 'site';
insert into public.units (id) select id from public.facilities where kind = 'unit';

-- What happened to a node and why: one row per transition, never changed.
create table public.facility_events (
  id bigint generated always as identity primary key,
  facility_id uuid not null references public.facilities (id),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  from_status text,
  to_status text not null,
  reason text check (length(reason) <= 1000)
);
create index facility_events_facility on public.facility_events (facility_id, at desc);
create trigger append_only before update or delete on public.facility_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.facility_events for each statement execute function app.refuse_change();

-- Where a postal code lies (GeoNames, CC BY 4.0), for the search by distance.
create table public.postal_codes (
  postal_code text primary key check (postal_code ~ '^[0-9]{5}$'),
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  county text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180)
);

select app.protect('public.organizations'), app.protect('public.sites'), app.protect('public.units'), app.protect('public.facility_events'),
  app.protect('public.postal_codes');

-- What is told of a node's details counts for the node.
create or replace function app.audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  current_row jsonb := coalesce(after, before);
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(n.key, jsonb_build_array(before -> n.key, n.value)), '{}') into changed
      from jsonb_each(after) n
      where n.value is distinct from before -> n.key and n.key not in ('updated_at', 'updated_by', 'version');
    if changed = '{}' then return null; end if;
  else
    changed := case when tg_op = 'INSERT' then '{}'::jsonb else before end;
  end if;
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, facility_id, reason, changes)
  values (
    app.real_uid(), app.acting_as(), lower(tg_op), tg_table_name,
    coalesce(current_row ->> 'id', current_row ->> 'user_id', current_row ->> 'school_id'),
    (case when tg_table_name = 'schools' then current_row ->> 'id'
      else coalesce(current_row ->> 'school_id', current_row ->> 'linked_school_id') end)::uuid,
    (case when tg_table_name in ('facilities', 'organizations', 'sites', 'units') then current_row ->> 'id'
      else coalesce(current_row ->> 'facility_id', current_row ->> 'linked_facility_id') end)::uuid,
    nullif(current_setting('app.reason', true), ''), changed);
  return null;
end $$;
create trigger audit after update on public.organizations for each row execute function app.audit_row();
create trigger audit after update on public.sites for each row execute function app.audit_row();
create trigger audit after update on public.units for each row execute function app.audit_row();
