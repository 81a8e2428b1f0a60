-- Functions that see or write rows around facilities for callers who may not do so themselves.

-- True when the caller may manage this node: the superadmin any, a facility admin those within their scope. It walks up from the node, a
-- few steps, because walking down may take thousands.
-- Reason: policies and triggers need it, for any caller.
create or replace function app.manages_facility(target uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.is_superadmin()
    or (app.role() = 'facility_admin' and app.facility_id() in (select app.nodes_above(target))), false)
$$;

-- The facilities whose name or town matches a pattern. Row-level security would keep PostgreSQL from using the index with the caller's
-- text, so this function searches on behalf of members, who may read every facility anyway.
-- Reason: with row-level security the index would not be used.
create or replace function app.find_facilities(pattern text) returns setof uuid
language sql stable security definer rows 200 set search_path = pg_catalog, pg_temp as $$
  select f.id from public.facilities f
  where (select app.role()) is not null
    and (' ' || f.name || ' ' || coalesce(f.city, '') || ', ' || coalesce(f.state, '')) ilike pattern
$$;

-- True for a shift that a school has agreed on or requested and that has not begun. A draft is visible only to its school.
-- Reason: the functions below and a trigger need it.
create or replace function app.is_shift_ahead(p_status text, p_starts_at timestamptz) returns boolean
language sql stable
return p_starts_at > now() and p_status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'postponed');

drop function if exists app.count_shifts_ahead(uuid);

-- Notifies the schools that had shifts at a facility, each with its numbers [{school_id, kept, …}]. If the values count drafts, it also
-- notifies the schools whose drafts need another unit.
-- Reason: no login may write another person's notifications, and only its school may see a draft.
create or replace function app.notify_schools_at(p_id uuid, p_code text, p_values jsonb, p_schools jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array(select u.id from public.users u where linked_school_id = c.id and role in ('school_admin', 'school_super_admin') and u.status = 'active'),
    'unit_paused', p_code, p_values || coalesce(d - 'school_id', '{}') || jsonb_build_object('drafts', coalesce(x.drafts, 0)),
    coalesce(p_values ->> 'url', '/admin/' || f.kind || 's/' || p_id || '/detail'))
  from public.facilities f cross join public.schools c
  left join jsonb_array_elements(p_schools) d on (d ->> 'school_id')::uuid = c.id
  left join (select y.school_id, count(*) drafts from public.shifts y join public.facilities g on g.id = y.facility_id
    where p_values ? 'drafts' and y.status = 'draft' and starts_at > now() and g.status in ('closed', 'archived') and g.id in (select app.facility_scope(p_id))
    group by 1) x on x.school_id = c.id
  where f.id = p_id and app.manages_facility(p_id) and (x.drafts > 0 or exists (select from public.shifts y where y.school_id = c.id
    and d is not null and (facility_id in (select app.facility_scope(p_id)) or updated_at = now())))
$$;

drop function if exists app.opens_facility(uuid), app.shifts_ahead_at(uuid);
grant execute on function app.manages_facility(uuid), app.find_facilities(text), app.is_shift_ahead(text, timestamptz), app.notify_schools_at(uuid, text, jsonb, jsonb) to app_rw;
