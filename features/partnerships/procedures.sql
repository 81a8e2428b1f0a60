-- A partnership changes only here: one guarded command per transition, each leaves an event and tells the other side. Every
-- command locks the row first: of two sides pressing at once the second reads what the first did.

-- Partnerships that a place is part of: of an organization there, of a site there, or of every site of an organization that a
-- site there belongs to.
create or replace function app.partnership_ids_at(p_facility_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with scope as materialized (select f.id, f.kind from public.facilities f where f.id in (select app.facility_scope(p_facility_id)))
  select p.id from public.partnerships p where p.organization_id in (select s.id from scope s)
  union
  select s.partnership_id from public.partnership_sites s where s.site_id in (select x.id from scope x)
  union
  select p.id from public.partnerships p where p.all_sites and p.organization_id in (select app.nodes_above(p_facility_id))
    and exists (select 1 from scope x where x.kind = 'site')
$$;
-- Those in the facility admin's scope.
create or replace function app.my_partnership_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.partnership_ids_at((select app.facility_id()))
$$;
grant execute on function app.partnership_ids_at(uuid), app.my_partnership_ids() to app_rw;

-- For which side the asker decides: a facility admin whose scope holds the organization, or every site that it is about.
create or replace function app.partnership_side(p public.partnerships) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app.is_superadmin() then 'platform'
    when app.is_school_admin() and p.school_id = app.school_id() then 'school'
    when app.role() = 'facility_admin' and (p.organization_id in (select app.facility_scope(app.facility_id()))
      or (not p.all_sites and exists (select 1 from public.partnership_sites s where s.partnership_id = p.id)
        and not exists (select 1 from public.partnership_sites s where s.partnership_id = p.id
          and s.site_id not in (select app.facility_scope(app.facility_id()))))) then 'facility'
  end
$$;

-- The same by its id, for reading.
create or replace function app.partnership_side_of(p_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.partnership_side(p) from public.partnerships p where p.id = p_id
$$;
-- The names of its programs, which the facility could not read by itself: for whoever sees the partnership.
create or replace function app.partnership_program_names(p_id uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.id, g.name from public.partnership_programs x join public.programs g on g.id = x.program_id
  where x.partnership_id = p_id and (app.partnership_side_of(p_id) is not null
    or (app.role() = 'facility_admin' and p_id in (select app.my_partnership_ids())))
$$;
grant execute on function app.partnership_side_of(uuid), app.partnership_program_names(uuid) to app_rw;

-- The day it is at the organization.
create or replace function app.partnership_today(p_organization_id uuid, p_now timestamptz default now()) returns date
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (p_now at time zone f.time_zone)::date from public.facilities f where f.id = p_organization_id
$$;

create or replace function app.partnership_row(p_id uuid) returns public.partnerships
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.* from public.partnerships p where p.id = p_id
$$;

-- Locks the row for a command and says for which side it is. Whoever saw another version is refused, whatever they wanted: the same
-- request again is answered before it comes here (decision 035). A superadmin who decides says why.
create or replace function app.take_partnership(p_id uuid, p_version integer, p_event text, p_from text[], p_reason text,
  out p public.partnerships, out side text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare last public.partnership_events;
begin
  select x.* into p from public.partnerships x where x.id = p_id for update;
  if p.id is not null then side := app.partnership_side(p); end if;
  if side is null then
    if p.id is not null and app.role() = 'facility_admin' and p.id in (select app.my_partnership_ids()) and p.status <> 'draft' then
      perform app.refuse('This is decided by the administrators of the whole organization. Ask one of them.', 'PW403');
    end if;
    perform app.refuse('There is no such partnership.', 'PW404');
  end if;
  if p.status = 'draft' and side <> 'platform' and side <> app.asking_side(p) then perform app.refuse('There is no such partnership.', 'PW404'); end if;
  if side = 'platform' and p_event not in ('submitted', 'file_added') and coalesce(length(btrim(p_reason)), 0) < 3 then
    perform app.refuse('You decide for others here: say why. Both sides read it.');
  end if;
  if p.version <> p_version then
    select e.* into last from public.partnership_events e where e.partnership_id = p_id order by e.id desc limit 1;
    perform app.refuse_old_version(p_version, p.version, coalesce(case when last.at > now() - interval '1 day' and p.status <> all (p_from) then
      'This partnership was ' || app.partnership_word(last.event) || ' by the ' || app.partnership_side_word(last.side) || ' in the meantime. Nothing was changed.' end,
      'This partnership was changed in the meantime.'));
  end if;
  if p.status <> all (p_from) then
    perform app.refuse('This partnership is ' || replace(p.status, '_', ' ') || '; that is not possible now.', 'PW409');
  end if;
end $$;

create or replace function app.asking_side(p public.partnerships) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case p.direction when 'school_requested' then 'school' else 'facility' end
$$;
create or replace function app.answering_side(p public.partnerships) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case p.direction when 'school_requested' then 'facility' else 'school' end
$$;
create or replace function app.partnership_word(p_event text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case p_event when 'submitted' then 'requested' when 'review_started' then 'taken into review' when 'resumed' then 'resumed'
    when 'terms_changed' then 'changed' when 'restored' then 'requested again' when 'terms_proposed' then 'changed' else replace(p_event, '_', ' ') end
$$;
create or replace function app.partnership_side_word(p_side text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case p_side when 'platform' then 'platform’s superadmin' when 'system' then 'calendar' else p_side end
$$;

create or replace function app.require_side(p_side text, p_wanted text) returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if p_side <> 'platform' and p_side <> p_wanted then
    perform app.refuse('Only the ' || p_wanted || ' does this.', 'PW403');
  end if;
end $$;
create or replace function app.require_reason(p_reason text) returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce(length(btrim(p_reason)), 0) < 3 then perform app.refuse('Say why: the other side reads it.'); end if;
end $$;

create or replace function app.note_partnership(p_before public.partnerships, p_side text, p_event text, p_reason text default null, p_details jsonb default '{}')
returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.partnership_events (partnership_id, school_id, actor_id, acting_as, side, event, from_status, to_status, at_version, reason, details)
  select n.id, n.school_id, app.real_uid(), app.acting_as(), p_side, p_event, p_before.status, n.status, p_before.version, nullif(btrim(p_reason), ''), p_details
  from public.partnerships n where n.id = p_before.id
$$;

-- The administrators of one side. Where an organization has none yet, the superadmins stand in.
create or replace function app.partnership_people(p public.partnerships, p_side text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with found as (
    select u.id from public.users u
    where u.status = 'active' and u.email_verified and case p_side
      when 'school' then u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = p.school_id
      else u.role = 'facility_admin' and (u.linked_facility_id in (select app.nodes_above(p.organization_id))
        or u.linked_facility_id in (select s.site_id from public.partnership_sites s where s.partnership_id = p.id)) end)
  select f.id from found f
  union all
  select u.id from public.users u where u.role = 'superadmin' and u.status = 'active' and u.email_verified and not exists (select 1 from found)
$$;

-- Notifies a side, each person once per step (the key), with the way to their own page of it.
create or replace function app.notify_partnership(p public.partnerships, p_side text, p_type text, p_code text, p_values jsonb, p_key text)
returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array_agg(w.id), p_type, p_code, p_values || jsonb_build_object('reader', p_side,
      'school', (select s.name from public.schools s where s.id = p.school_id),
      'organization', (select f.name from public.facilities f where f.id = p.organization_id)),
    w.page || p.id, 'partnership ' || p.id || ' ' || p_key)
  from (select u.id, case u.role when 'superadmin' then '/admin/relationships?partnership=' when 'facility_admin' then '/facility/management?partnership='
      else '/school/partnerships?partnership=' end as page
    from app.partnership_people(p, p_side) x (id) join public.users u on u.id = x.id where u.id is distinct from app.real_uid()) w
  group by w.page
$$;
-- Notifies the other side of what one did, both of what the platform or the calendar did.
create or replace function app.notify_other_side(p_before public.partnerships, p_by text, p_code text, p_reason text default null, p_values jsonb default '{}')
returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_partnership(p, side, 'partnership', p_code, p_values || jsonb_build_object('by', p_by, 'reason', nullif(btrim(p_reason), '')),
    p.version || ' ' || side)
  from app.partnership_row(p_before.id) p cross join unnest(array['school', 'facility']) side where side <> p_by
$$;

-- The sites and programs it is about; both must be the organization's and the school's own.
create or replace function app.set_partnership_scope(p public.partnerships, p_all_sites boolean, p_site_ids uuid[], p_program_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not p_all_sites and coalesce(cardinality(p_site_ids), 0) = 0 then perform app.refuse('Choose at least one site, or all of them.'); end if;
  if exists (select 1 from unnest(coalesce(p_site_ids, '{}')) i (id) where not p_all_sites and not exists (select 1 from public.facilities f
    where f.id = i.id and f.kind = 'site' and f.id in (select app.facility_scope(p.organization_id)))) then
    perform app.refuse('One of the sites does not belong to this organization.');
  end if;
  delete from public.partnership_sites s where s.partnership_id = p.id and (p_all_sites or s.site_id <> all (p_site_ids));
  if not p_all_sites then
    insert into public.partnership_sites (partnership_id, school_id, site_id) select p.id, p.school_id, i from unnest(p_site_ids) i on conflict do nothing;
  end if;
  if p_program_ids is not null then
    if exists (select 1 from unnest(p_program_ids) i (id) where not exists (select 1 from public.programs g where g.id = i.id and g.school_id = p.school_id)) then
      perform app.refuse('One of the programs is not the school’s.');
    end if;
    delete from public.partnership_programs g where g.partnership_id = p.id and g.program_id <> all (p_program_ids);
    insert into public.partnership_programs (partnership_id, school_id, program_id) select p.id, p.school_id, i from unnest(p_program_ids) i on conflict do nothing;
  end if;
  update public.partnerships x set all_sites = p_all_sites where x.id = p.id;
end $$;

-- Terms of an agreement as one side puts them forward: {agreement_kind, signed_on, effective_from, effective_to, auto_renew,
-- notice_days, liability_min_cents, indemnity, seat_quota_per_semester}. What does not hold together is refused here.
create or replace function app.check_partnership_terms(p_terms jsonb) returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if p_terms ->> 'effective_from' is null or p_terms ->> 'effective_to' is null then
    perform app.refuse('An agreement has a first and a last day. Fill in both.');
  end if;
  if (p_terms ->> 'effective_to')::date < (p_terms ->> 'effective_from')::date then
    perform app.refuse('The agreement must not end before it begins.');
  end if;
  if (p_terms ->> 'effective_to')::date - (p_terms ->> 'effective_from')::date > 3660 then
    perform app.refuse('An agreement runs ten years at most.');
  end if;
end $$;
create or replace function app.put_partnership_terms(p_id uuid, p_terms jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.partnerships x set agreement_kind = coalesce(p_terms ->> 'agreement_kind', x.agreement_kind),
    signed_on = (p_terms ->> 'signed_on')::date, effective_from = (p_terms ->> 'effective_from')::date, effective_to = (p_terms ->> 'effective_to')::date,
    auto_renew = coalesce((p_terms ->> 'auto_renew')::boolean, false), notice_days = coalesce((p_terms ->> 'notice_days')::integer, x.notice_days),
    liability_min_cents = (p_terms ->> 'liability_min_cents')::bigint, indemnity = p_terms ->> 'indemnity',
    seat_quota_per_semester = case when p_terms ? 'seat_quota_per_semester' then (p_terms ->> 'seat_quota_per_semester')::integer
      else x.seat_quota_per_semester end
  where x.id = p_id
$$;

-- — → draft, or at once requested. The browser chooses the id: the same again changes nothing.
create or replace function app.create_partnership(p_id uuid, p_school_id uuid, p_organization_id uuid, p_all_sites boolean, p_site_ids uuid[],
  p_program_ids uuid[], p_message text, p_contact jsonb, p_terms jsonb, p_submit boolean)
returns public.partnerships language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships;
declare by_school boolean := app.administers_school(p_school_id);
begin
  if not by_school and not (coalesce(app.role(), '') = 'facility_admin' and p_organization_id in (select app.facility_scope(app.facility_id()))) then
    perform app.refuse('You ask for your own school, or invite for your own organization.', 'PW403');
  end if;
  select x.* into p from public.partnerships x where x.id = p_id;
  if found then
    if p.created_by is distinct from app.uid() then perform app.refuse('There is already a partnership of that id.', 'PW409'); end if;
    return p;
  end if;
  if not exists (select 1 from public.schools s where s.id = p_school_id and s.is_active) then perform app.refuse('There is no such school.', 'PW404'); end if;
  if not exists (select 1 from public.facilities f where f.id = p_organization_id and f.kind = 'organization' and f.status = 'active') then
    perform app.refuse('There is no such organization, or it is no longer active.', 'PW404');
  end if;
  insert into public.partnerships (id, school_id, organization_id, direction, message, contact_school, contact_facility, created_by)
  values (p_id, p_school_id, p_organization_id, case when by_school then 'school_requested' else 'facility_invited' end, nullif(btrim(p_message), ''),
    case when by_school then coalesce(p_contact, '{}') else '{}' end, case when by_school then '{}' else coalesce(p_contact, '{}') end, app.uid())
  returning * into p;
  perform app.set_partnership_scope(p, p_all_sites, p_site_ids, coalesce(p_program_ids, '{}'));
  if p_terms is not null then
    perform app.check_partnership_terms(p_terms);
    perform app.put_partnership_terms(p_id, p_terms);
  end if;
  perform app.note_partnership(app.partnership_row(p_id), case when app.is_superadmin() then 'platform' when by_school then 'school' else 'facility' end, 'created');
  if p_submit then perform app.submit_partnership(p_id, (app.partnership_row(p_id)).version); end if;
  return app.partnership_row(p_id);
end $$;

-- draft → requested
create or replace function app.submit_partnership(p_id uuid, p_version integer) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; open_one public.partnerships;
begin
  select * into t from app.take_partnership(p_id, p_version, 'submitted', array['draft'], null);
  perform app.require_side(t.side, app.asking_side(t.p));
  select x.* into open_one from public.partnerships x where x.school_id = (t.p).school_id and x.organization_id = (t.p).organization_id
    and x.status in ('requested', 'under_review', 'active', 'suspended');
  if found then
    perform app.refuse('There is already an open partnership with this organization: it is ' || replace(open_one.status, '_', ' ') || '.', 'PW409');
  end if;
  update public.partnerships x set status = 'requested', requested_at = now(), status_reason = null where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'submitted');
  perform app.notify_other_side(t.p, app.asking_side(t.p),
    case (t.p).direction when 'school_requested' then 'partnership.requested' else 'partnership.offered' end, (t.p).message);
  return app.partnership_row(p_id);
end $$;

-- requested, under_review → withdrawn; and back within a day.
create or replace function app.withdraw_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'withdrawn', array['requested', 'under_review'], p_reason);
  perform app.require_side(t.side, app.asking_side(t.p));
  update public.partnerships x set status = 'withdrawn', withdrawn_from = (t.p).status, withdrawn_at = now(), status_reason = nullif(btrim(p_reason), '') where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'withdrawn', p_reason);
  perform app.notify_other_side(t.p, app.asking_side(t.p), 'partnership.withdrawn', p_reason);
  return app.partnership_row(p_id);
end $$;
create or replace function app.restore_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'restored', array['withdrawn'], p_reason);
  perform app.require_side(t.side, app.asking_side(t.p));
  if (t.p).withdrawn_at < now() - interval '24 hours' then
    perform app.refuse('A withdrawal can be taken back for 24 hours. Send a new request instead.', 'PW409');
  end if;
  if exists (select 1 from public.partnerships x where x.school_id = (t.p).school_id and x.organization_id = (t.p).organization_id
    and x.status in ('requested', 'under_review', 'active', 'suspended')) then
    perform app.refuse('There is already a newer open partnership with this organization.', 'PW409');
  end if;
  update public.partnerships x set status = coalesce(x.withdrawn_from, 'requested'), withdrawn_from = null, withdrawn_at = null, status_reason = null where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'restored', p_reason);
  perform app.notify_other_side(t.p, app.asking_side(t.p), 'partnership.restored');
  return app.partnership_row(p_id);
end $$;

-- requested → under_review
create or replace function app.review_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'review_started', array['requested'], p_reason);
  perform app.require_side(t.side, app.answering_side(t.p));
  update public.partnerships x set status = 'under_review' where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'review_started', p_reason);
  perform app.notify_other_side(t.p, t.side, 'partnership.under_review', p_reason);
  return app.partnership_row(p_id);
end $$;

-- requested, under_review → active. Terms come with it, or those of the request hold. An affiliation or a memorandum has its
-- signed file.
create or replace function app.accept_partnership(p_id uuid, p_version integer, p_reason text, p_terms jsonb, p_contact jsonb, p_auto_approve boolean)
returns public.partnerships language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; p public.partnerships;
begin
  select * into t from app.take_partnership(p_id, p_version, 'accepted', array['requested', 'under_review'], p_reason);
  perform app.require_side(t.side, app.answering_side(t.p));
  if p_terms is not null then
    if t.side = 'school' and p_terms ? 'seat_quota_per_semester'
      and (p_terms ->> 'seat_quota_per_semester')::integer is distinct from (t.p).seat_quota_per_semester then
      perform app.refuse('The facility decides on sites, seats and days. Ask them.', 'PW403');
    end if;
    perform app.check_partnership_terms(p_terms);
    perform app.put_partnership_terms(p_id, p_terms);
  end if;
  p := app.partnership_row(p_id);
  if p.effective_from is null or p.effective_to is null then perform app.refuse('An agreement has a first and a last day. Fill in both.'); end if;
  if p.effective_to < app.partnership_today(p.organization_id) then perform app.refuse('This agreement is over already. Give it a later last day.'); end if;
  if p.agreement_kind in ('affiliation', 'mou') and not exists (select 1 from public.partnership_files f where f.partnership_id = p_id) then
    perform app.refuse('Add the signed agreement first (PDF): clinical days need it in writing. Observation alone does not.');
  end if;
  update public.partnerships x set status = 'active', decided_at = now(), decided_by = app.uid(), status_reason = null,
    auto_approve_shifts = case when t.side = 'school' then x.auto_approve_shifts else coalesce(p_auto_approve, x.auto_approve_shifts) end,
    contact_facility = case when t.side <> 'school' and p_contact is not null then p_contact else x.contact_facility end,
    contact_school = case when t.side = 'school' and p_contact is not null then p_contact else x.contact_school end
  where x.id = p_id;
  p := app.partnership_row(p_id);
  perform app.note_partnership(t.p, t.side, 'accepted', p_reason, jsonb_build_object('agreement_kind', p.agreement_kind,
    'effective_from', p.effective_from, 'effective_to', p.effective_to, 'notice_days', p.notice_days));
  perform app.notify_other_side(t.p, t.side, 'partnership.accepted', p_reason, jsonb_build_object('from', p.effective_from, 'to', p.effective_to));
  return p;
end $$;

-- requested, under_review → declined, with its reason
create or replace function app.decline_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'declined', array['requested', 'under_review'], p_reason);
  perform app.require_side(t.side, app.answering_side(t.p));
  perform app.require_reason(p_reason);
  update public.partnerships x set status = 'declined', decided_at = now(), decided_by = app.uid(), status_reason = btrim(p_reason) where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'declined', p_reason);
  perform app.notify_other_side(t.p, t.side, 'partnership.declined', p_reason);
  return app.partnership_row(p_id);
end $$;

-- active → suspended by either side; back to active by the side that suspended it.
create or replace function app.suspend_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'suspended', array['active'], p_reason);
  perform app.require_reason(p_reason);
  update public.partnerships x set status = 'suspended', suspended_by_side = t.side, status_reason = btrim(p_reason) where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'suspended', p_reason);
  perform app.notify_other_side(t.p, t.side, 'partnership.suspended', p_reason);
  return app.partnership_row(p_id);
end $$;
create or replace function app.resume_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'resumed', array['suspended'], p_reason);
  if t.side <> 'platform' and t.side <> (t.p).suspended_by_side then
    perform app.refuse('It was suspended by the ' || app.partnership_side_word((t.p).suspended_by_side) || ': only they resume it.', 'PW403');
  end if;
  update public.partnerships x set status = 'active', suspended_by_side = null, status_reason = null where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'resumed', p_reason);
  perform app.notify_other_side(t.p, t.side, 'partnership.resumed', p_reason);
  return app.partnership_row(p_id);
end $$;

-- Shifts of the school at the organization from a day on that somebody counts on, as either side may know them: when, where,
-- how many seats; nobody's name.
create or replace function app.partnership_shifts(p_id uuid, p_after date)
returns table (id uuid, date date, title text, place text, status text, capacity integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(p_id);
begin
  if p.id is null or app.partnership_side(p) is null then perform app.refuse('There is no such partnership.', 'PW404'); end if;
  return query select s.id, s.date, s.title, f.name, s.status, s.capacity from public.shifts s join public.facilities f on f.id = s.facility_id
    where s.school_id = p.school_id and s.date > p_after and s.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'postponed')
      and s.facility_id in (select app.facility_scope(p.organization_id))
      and (p.all_sites or exists (select 1 from public.partnership_sites x where x.partnership_id = p.id and x.site_id in (select app.nodes_above(s.facility_id))))
    order by s.date, f.name, s.id;
end $$;

-- Ends an active or suspended partnership on a last day, by either side, with the notice agreed on. It stays in force until then
-- (work_on_partnerships ends it). Each shift after that day is kept, or canceled on the day: [{shift_id, action}].
drop function if exists app.terminate_partnership(uuid, integer, text, date, text);
create or replace function app.terminate_partnership(p_id uuid, p_version integer, p_reason text, p_ends_on date, p_decisions jsonb) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; earliest date; ends date; later uuid[]; canceled uuid[]; undecided integer;
begin
  select * into t from app.take_partnership(p_id, p_version, 'ending', array['active', 'suspended'], p_reason);
  perform app.require_reason(p_reason);
  if (t.p).ends_on is not null then
    perform app.refuse('This partnership ends on ' || to_char((t.p).ends_on, 'FMMonth FMDD, YYYY') || ' already. Take that back first to choose another day.', 'PW409');
  end if;
  earliest := app.partnership_today((t.p).organization_id) + case when t.side = 'platform' then 0 else (t.p).notice_days end;
  ends := coalesce(p_ends_on, earliest);
  if ends < earliest then
    perform app.refuse('The notice agreed on is ' || (t.p).notice_days || ' days: the last day is ' || to_char(earliest, 'FMMonth FMDD, YYYY') || ' or later.');
  end if;
  later := array(select s.id from app.partnership_shifts(p_id, ends) s);
  select count(*) into undecided from unnest(later) l (id) where not exists (select 1 from jsonb_to_recordset(p_decisions) d(shift_id uuid, action text)
    where d.shift_id = l.id and d.action in ('keep', 'cancel'));
  if undecided > 0 then
    perform app.refuse(undecided || case when undecided = 1 then ' shift' else ' shifts' end || ' after ' || to_char(ends, 'FMMonth FMDD, YYYY')
      || case when undecided = 1 then ' is' else ' are' end || ' not decided yet. Say for each whether it is kept or canceled.', 'PW409');
  end if;
  canceled := array(select l.id from unnest(later) l (id) join jsonb_to_recordset(p_decisions) d(shift_id uuid, action text) on d.shift_id = l.id and d.action = 'cancel');
  update public.partnerships x set ends_on = ends, ending_side = t.side, ending_cancels = canceled, status_reason = btrim(p_reason) where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'ending', p_reason, jsonb_build_object('ends_on', ends, 'shifts_canceled', cardinality(canceled),
    'shifts_kept', cardinality(later) - cardinality(canceled)));
  perform app.notify_other_side(t.p, t.side, 'partnership.ending', p_reason, jsonb_build_object('last_day', ends,
    'kept', cardinality(later) - cardinality(canceled), 'canceled', cardinality(canceled)));
  return app.partnership_row(p_id);
end $$;

-- Takes the ending back before the last day is over: whoever ended it, or the superadmin. Nothing was canceled yet.
create or replace function app.continue_partnership(p_id uuid, p_version integer, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'ending_canceled', array['active', 'suspended'], p_reason);
  if (t.p).ends_on is null then perform app.refuse('This partnership is not ending.', 'PW409'); end if;
  if t.side <> 'platform' and t.side <> (t.p).ending_side then
    perform app.refuse('It was ended by the ' || app.partnership_side_word((t.p).ending_side) || ': only they take that back.', 'PW403');
  end if;
  update public.partnerships x set ends_on = null, ending_side = null, ending_cancels = '{}',
    status_reason = case when x.status = 'suspended' then x.status_reason end where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'ending_canceled', p_reason);
  perform app.notify_other_side(t.p, t.side, 'partnership.continued', p_reason);
  return app.partnership_row(p_id);
end $$;

-- Ends it now that its last day is over: the shifts that were to be canceled are, and everyone on them is notified once.
create or replace function app.finish_ending(p public.partnerships) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone public.shifts; canceled integer := 0;
begin
  perform set_config('app.reason', left('Partnership ended: ' || p.status_reason, 500), true);
  perform app.group_notifications('partnership ended ' || p.id || ' ' || p.version, p_code => 'partnership.shifts_canceled',
    p_values => jsonb_build_object('organization', (select f.name from public.facilities f where f.id = p.organization_id)));
  for gone in select s.* from public.shifts s where s.id = any (p.ending_cancels) and s.school_id = p.school_id and s.date > p.ends_on
    and s.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'postponed')
    and s.facility_id in (select app.facility_scope(p.organization_id)) order by s.starts_at, s.id for update
  loop
    perform app.take_place_away(gone, 'agreement_ended', 'The partnership has ended: ' || p.status_reason);
    canceled := canceled + 1;
  end loop;
  perform app.group_notifications(null);
  update public.partnerships x set status = 'terminated', suspended_by_side = null, proposal = null, proposal_side = null, ending_cancels = '{}' where x.id = p.id;
  perform app.note_partnership(p, 'system', 'terminated', p.status_reason, jsonb_build_object('ends_on', p.ends_on, 'shifts_canceled', canceled));
  perform app.notify_other_side(p, 'system', 'partnership.ended', null, jsonb_build_object('last_day', p.ends_on, 'canceled', canceled));
end $$;

-- New terms for an agreement that runs or has run out: one side puts them forward, the other answers. Accepting them makes an
-- expired partnership active again.
create or replace function app.propose_partnership_terms(p_id uuid, p_version integer, p_reason text, p_terms jsonb) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  select * into t from app.take_partnership(p_id, p_version, 'terms_proposed', array['active', 'suspended', 'expired'], p_reason);
  perform app.check_partnership_terms(p_terms);
  if (p_terms ->> 'effective_to')::date < app.partnership_today((t.p).organization_id) then perform app.refuse('This agreement is over already. Give it a later last day.'); end if;
  if (t.p).proposal is not null and (t.p).proposal_side <> t.side then
    perform app.refuse('The other side has put terms forward already: answer those first.', 'PW409');
  end if;
  update public.partnerships x set proposal = p_terms, proposal_side = t.side where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'terms_proposed', p_reason, p_terms);
  perform app.notify_other_side(t.p, t.side, 'partnership.terms_proposed', p_reason,
    jsonb_build_object('from', p_terms ->> 'effective_from', 'to', p_terms ->> 'effective_to'));
  return app.partnership_row(p_id);
end $$;
create or replace function app.answer_partnership_terms(p_id uuid, p_version integer, p_accept boolean, p_reason text) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; terms jsonb; outcome text := case when p_accept then 'terms_accepted' else 'terms_declined' end;
begin
  select * into t from app.take_partnership(p_id, p_version, outcome, array['active', 'suspended', 'expired'], p_reason);
  terms := (t.p).proposal;
  if terms is null then perform app.refuse('No terms wait for an answer.', 'PW409'); end if;
  if t.side = (t.p).proposal_side and t.side <> 'platform' and p_accept then
    perform app.refuse('The other side answers what you put forward.', 'PW403');
  end if;
  if not p_accept then perform app.require_reason(p_reason); end if;
  if p_accept and (t.p).status = 'expired' and exists (select 1 from public.partnerships x where x.school_id = (t.p).school_id
    and x.organization_id = (t.p).organization_id and x.status in ('requested', 'under_review', 'active', 'suspended')) then
    perform app.refuse('There is already a newer open partnership with this organization.', 'PW409');
  end if;
  if p_accept then
    if terms ->> 'agreement_kind' in ('affiliation', 'mou') and not exists (select 1 from public.partnership_files f where f.partnership_id = p_id) then
      perform app.refuse('Add the signed agreement first (PDF): clinical days need it in writing. Observation alone does not.');
    end if;
    perform app.put_partnership_terms(p_id, terms);
  end if;
  update public.partnerships x set proposal = null, proposal_side = null, status = case when p_accept and x.status = 'expired' then 'active' else x.status end
    where x.id = p_id;
  perform app.note_partnership(t.p, t.side, outcome, p_reason, terms);
  perform app.notify_other_side(t.p, t.side, case when p_accept then 'partnership.terms_accepted' else 'partnership.terms_declined' end, p_reason);
  return app.partnership_row(p_id);
end $$;

-- What each side keeps up to date by itself. The facility: sites, quotas, days nobody may come, approving by itself, its contact. The
-- school: its programs and its contact. A draft is its author's, whole. {all_sites, site_ids, program_ids, seat_quota_per_semester,
-- quota_by_unit, auto_approve_shifts, blackout, contact_school, contact_facility, message}
create or replace function app.change_partnership(p_id uuid, p_version integer, p_reason text, p_changes jsonb) returns public.partnerships
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record; p public.partnerships; sites uuid[]; programs uuid[];
begin
  select * into t from app.take_partnership(p_id, p_version, 'terms_changed', array['draft', 'requested', 'under_review', 'active', 'suspended'], p_reason);
  p := t.p;
  if t.side = 'school' and p_changes ?| array['seat_quota_per_semester', 'quota_by_unit', 'auto_approve_shifts', 'blackout', 'contact_facility']
    or t.side = 'school' and p.status not in ('draft', 'requested') and p_changes ?| array['all_sites', 'site_ids'] then
    perform app.refuse('The facility decides on sites, seats and days. Ask them.', 'PW403');
  end if;
  if t.side = 'facility' and p_changes ?| array['program_ids', 'contact_school'] then
    perform app.refuse('The school decides on its programs and its contact. Ask them.', 'PW403');
  end if;
  if p_changes ? 'quota_by_unit' and exists (select 1 from jsonb_array_elements(p_changes -> 'quota_by_unit') q where not exists (select 1 from public.facilities f
    where f.id = (q ->> 'unit_id')::uuid and f.kind = 'unit' and f.id in (select app.facility_scope(p.organization_id)))) then
    perform app.refuse('One of the units does not belong to this organization.');
  end if;
  if p_changes ? 'quota_by_unit' and (select count(*) <> count(distinct q ->> 'unit_id') from jsonb_array_elements(p_changes -> 'quota_by_unit') q) then
    perform app.refuse('One of the units is in the list twice.');
  end if;
  if p_changes ?| array['all_sites', 'site_ids', 'program_ids'] then
    sites := case when p_changes ? 'site_ids' then array(select jsonb_array_elements_text(p_changes -> 'site_ids')::uuid)
      else array(select s.site_id from public.partnership_sites s where s.partnership_id = p_id) end;
    programs := case when p_changes ? 'program_ids' then array(select jsonb_array_elements_text(p_changes -> 'program_ids')::uuid) end;
    perform app.set_partnership_scope(p, coalesce((p_changes ->> 'all_sites')::boolean, p.all_sites), sites, programs);
    p := app.partnership_row(p_id);
  end if;
  update public.partnerships x set
    seat_quota_per_semester = case when p_changes ? 'seat_quota_per_semester' then (p_changes ->> 'seat_quota_per_semester')::integer else x.seat_quota_per_semester end,
    quota_by_unit = coalesce(p_changes -> 'quota_by_unit', x.quota_by_unit),
    auto_approve_shifts = coalesce((p_changes ->> 'auto_approve_shifts')::boolean, x.auto_approve_shifts),
    blackout = coalesce(p_changes -> 'blackout', x.blackout),
    contact_school = coalesce(p_changes -> 'contact_school', x.contact_school),
    contact_facility = coalesce(p_changes -> 'contact_facility', x.contact_facility),
    message = case when p_changes ? 'message' then nullif(btrim(p_changes ->> 'message'), '') else x.message end
  where x.id = p_id;
  perform app.note_partnership(t.p, t.side, 'terms_changed', p_reason, p_changes);
  if p.status <> 'draft' and p_changes ?| array['all_sites', 'site_ids', 'program_ids', 'seat_quota_per_semester', 'quota_by_unit', 'auto_approve_shifts', 'blackout'] then
    perform app.notify_other_side(t.p, t.side, 'partnership.changed', p_reason);
  end if;
  return app.partnership_row(p_id);
end $$;

-- Bytes of agreements that a school, and an organization, may add altogether.
create or replace function app.agreement_quota() returns bigint
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$ select 524288000 $$;

-- A signed agreement, stored with its hash. The same file again is the same file.
create or replace function app.add_partnership_file(p_id uuid, p_file_id uuid, p_name text, p_content bytea) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  p public.partnerships; side text; hash text := encode(sha256(p_content), 'hex'); found_id uuid; kept bigint;
begin
  select x.* into p from public.partnerships x where x.id = p_id for update;
  if p.id is not null then side := app.partnership_side(p); end if;
  if side is null or (p.status = 'draft' and side <> 'platform' and side <> app.asking_side(p)) then perform app.refuse('There is no such partnership.', 'PW404'); end if;
  if substring(p_content from 1 for 5) <> '\x255044462d'::bytea then perform app.refuse('This is not a PDF. Save the agreement as a PDF and add that.'); end if;
  if octet_length(p_content) > 10485760 then perform app.refuse('The file is larger than 10 MB.'); end if;
  if p.status in ('declined', 'withdrawn', 'terminated') then
    perform app.refuse('This partnership is ' || p.status || '; it takes no more files.', 'PW409');
  end if;
  select f.id into found_id from public.partnership_files f where f.partnership_id = p_id and f.sha256 = hash;
  if found then return found_id; end if;
  if (select count(*) from public.partnership_files f where f.partnership_id = p_id) >= 20 then perform app.refuse('A partnership keeps 20 files at most.', 'PW409'); end if;
  select coalesce(sum(f.size_bytes), 0) into kept from public.partnership_files f join public.partnerships x on x.id = f.partnership_id
    where f.uploaded_side = side and case side when 'facility' then x.organization_id = p.organization_id else f.school_id = p.school_id end;
  if side <> 'platform' and kept + octet_length(p_content) > app.agreement_quota() then
    perform app.refuse(format('Your %s may keep %s of agreements and has %s; this file has %s. Save it smaller, or write to us for more room.',
      case side when 'facility' then 'organization' else 'school' end, pg_size_pretty(app.agreement_quota()), pg_size_pretty(kept),
      pg_size_pretty(octet_length(p_content)::bigint)), 'PW409');
  end if;
  insert into public.partnership_files (id, partnership_id, school_id, name, size_bytes, sha256, content, uploaded_side, uploaded_by)
  values (p_file_id, p_id, p.school_id, p_name, octet_length(p_content), hash, p_content, side, app.uid());
  perform app.note_partnership(p, side, 'file_added', null, jsonb_build_object('name', p_name, 'sha256', hash));
  return p_file_id;
end $$;

-- What happened, newest first, with the names of those who did it: for whoever sees the partnership.
create or replace function app.partnership_trail(p_id uuid)
returns table (id bigint, at timestamptz, actor_name text, side text, event text, from_status text, to_status text, reason text, details jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(p_id);
begin
  if p.id is null or not (app.partnership_side(p) is not null or (coalesce(app.role(), '') = 'facility_admin' and p.id in (select app.my_partnership_ids()))) then
    perform app.refuse('There is no such partnership.', 'PW404');
  end if;
  return query select e.id, e.at, u.full_name, e.side, e.event, e.from_status, e.to_status, e.reason, e.details
    from public.partnership_events e left join public.users u on u.id = e.actor_id where e.partnership_id = p_id order by e.id desc limit 200;
end $$;

-- A shift in one of these states counts: somebody relies on its seats, or did.
create or replace function app.shift_takes_seats(p_status text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select p_status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed')
$$;

-- Seats that the school's shifts of a semester take at the organization, or on one unit of it, beside the shift that is asked about:
-- what the facility said yes to, else what is asked.
create or replace function app.partnership_seats(p public.partnerships, p_semester_id uuid, p_unit_id uuid default null, p_shift_id uuid default null)
returns integer language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(coalesce(s.approved_capacity, s.capacity)), 0)::integer from public.shifts s
  where s.semester_id = p_semester_id and s.school_id = p.school_id and app.shift_takes_seats(s.status) and s.id is distinct from p_shift_id
    and case when p_unit_id is null then s.facility_id in (select app.facility_scope(p.organization_id)) else s.facility_id = p_unit_id end
$$;

-- The semesters that run or come, with the seats taken in each: for both sides, without anybody's name.
create or replace function app.partnership_seat_use(p_id uuid) returns table (semester text, seats integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(p_id);
begin
  if p.id is null or app.partnership_side(p) is null then return; end if;
  return query select x.name, app.partnership_seats(p, x.id) from public.semesters x
    where x.school_id = p.school_id and x.is_active and x.end_date >= app.partnership_today(p.organization_id) order by x.start_date, x.name;
end $$;
grant execute on function app.partnership_seat_use(uuid) to app_rw;

-- The programs whose students come on a shift: those of its cohorts. A shift for all cohorts, or for one that belongs to no program, is
-- for every active program of the school (docs/decisions/037). Null without cohorts to ask about.
create or replace function app.programs_of(p_school_id uuid, p_cohort_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when p_cohort_ids is null then null
    when p_cohort_ids = '{}' or exists (select 1 from public.cohorts c where c.id = any (p_cohort_ids) and c.program_id is null)
      then array(select g.id from public.programs g where g.school_id = p_school_id and g.is_active)
    else array(select distinct c.program_id from public.cohorts c where c.id = any (p_cohort_ids) and c.school_id = p_school_id) end
$$;

-- Does an active agreement cover this school, place, day and kind of experience? The reason, when it does not: no_partnership,
-- not_active, outside_dates, site_not_included, program_not_included, observation_only, blackout. With a semester and seats also
-- whether there is room: quota, unit_quota; and for a submission whether it comes in time: lead_time.
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid);
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean);
create or replace function app.partnership_cover(p_school_id uuid, p_facility_id uuid, p_date date, p_experience_type text, p_program_ids uuid[] default null,
  p_semester_id uuid default null, p_seats integer default null, p_shift_id uuid default null, p_is_submission boolean default false)
returns table (covers boolean, reason text, message text, partnership_id uuid, auto_approve boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  above uuid[] := array(select app.nodes_above(p_facility_id));
  organization text := (select f.name from public.facilities f where f.id = any (above) and f.kind = 'organization' order by f.parent_id nulls last limit 1);
  reasons text[] := array['not_active', 'site_not_included', 'outside_dates', 'program_not_included', 'observation_only', 'blackout', 'lead_time', 'quota', 'unit_quota'];
  p public.partnerships; best_rank integer := 0; why text; rank integer; closed jsonb; unit jsonb; lead_days integer; earliest date; taken integer;
begin
  covers := false; reason := 'no_partnership'; auto_approve := false;
  message := 'There is no partnership with ' || coalesce(organization, 'this place') || '. Ask for one first.';
  for p in select x.* from public.partnerships x where x.school_id = p_school_id and x.organization_id = any (above) and x.status not in ('draft', 'withdrawn')
    order by x.requested_at desc nulls last, x.id
  loop
    closed := (select b from jsonb_array_elements(p.blackout) b where p_date between (b ->> 'from')::date and (b ->> 'to')::date limit 1);
    why := case
      when p.status <> 'active' then 'not_active'
      when not p.all_sites and not exists (select 1 from public.partnership_sites s where s.partnership_id = p.id and s.site_id = any (above)) then 'site_not_included'
      when p_date not between p.effective_from and p.effective_to or p_date > p.ends_on then 'outside_dates'
      when p_program_ids is not null and exists (select 1 from public.partnership_programs g where g.partnership_id = p.id)
        and not (p_program_ids <@ array(select g.program_id from public.partnership_programs g where g.partnership_id = p.id)) then 'program_not_included'
      when p.agreement_kind in ('observation_only', 'none') and p_experience_type is distinct from 'observation' then 'observation_only'
      when closed is not null then 'blackout' end;
    if why is null and p_is_submission then
      select o.default_lead_time_days into lead_days from public.organizations o where o.id = p.organization_id;
      earliest := app.partnership_today(p.organization_id) + lead_days;
      if p_date < earliest then why := 'lead_time'; end if;
    end if;
    if why is null and p_seats is not null and p.seat_quota_per_semester is not null then
      taken := app.partnership_seats(p, p_semester_id, null, p_shift_id);
      if taken + p_seats > p.seat_quota_per_semester then why := 'quota'; end if;
    end if;
    if why is null and p_seats is not null then
      unit := (select q from jsonb_array_elements(p.quota_by_unit) q where (q ->> 'unit_id')::uuid = p_facility_id limit 1);
      if unit is not null then
        taken := app.partnership_seats(p, p_semester_id, p_facility_id, p_shift_id);
        if taken + p_seats > (unit ->> 'seats')::integer then why := 'unit_quota'; end if;
      end if;
    end if;
    if why is null then
      return query select true, null::text, null::text, p.id, p.auto_approve_shifts;
      return;
    end if;
    -- The one that comes nearest says why.
    rank := array_position(reasons, why);
    if rank > best_rank then
      best_rank := rank; reason := why; partnership_id := p.id;
      message := case why
        when 'not_active' then 'The partnership with ' || organization || ' is ' || replace(p.status, '_', ' ') || coalesce(': ' || p.status_reason, '') || '.'
        when 'site_not_included' then 'The partnership with ' || organization || ' does not include this site.'
        when 'outside_dates' then case when p_date > p.ends_on then 'The partnership with ' || organization || ' ends on ' || to_char(p.ends_on, 'FMMonth FMDD, YYYY')
          || '; ' || to_char(p_date, 'FMMonth FMDD, YYYY') || ' lies after that.' else 'The agreement with ' || organization || ' runs from ' || to_char(p.effective_from, 'FMMonth FMDD, YYYY') || ' to '
          || to_char(p.effective_to, 'FMMonth FMDD, YYYY') || '; ' || to_char(p_date, 'FMMonth FMDD, YYYY') || ' lies outside.' end
        when 'program_not_included' then 'The partnership with ' || organization || ' includes these programs only: '
          || (select string_agg(g.name, ', ' order by g.name) from public.partnership_programs x join public.programs g on g.id = x.program_id where x.partnership_id = p.id)
          || '. Choose cohorts of these programs.'
        when 'observation_only' then 'The agreement with ' || organization || ' allows observation only.'
        when 'blackout' then organization || ' takes nobody on ' || to_char(p_date, 'FMMonth FMDD, YYYY') || coalesce(': ' || nullif(closed ->> 'reason', ''), '') || '.'
        when 'lead_time' then organization || ' asks to know of shifts ' || lead_days || case lead_days when 1 then ' day' else ' days' end || ' ahead: from '
          || to_char(earliest, 'FMMonth FMDD, YYYY') || ' on. For an earlier day, say why it cannot wait.'
        when 'quota' then 'The agreement with ' || organization || ' allows ' || p.seat_quota_per_semester || ' seats per semester; ' || taken || ' are taken and this shift asks '
          || p_seats || '.'
        else 'The agreement with ' || organization || ' allows ' || (unit ->> 'seats') || ' seats per semester on '
          || (select f.name from public.facilities f where f.id = p_facility_id) || '; ' || taken || ' are taken and this shift asks ' || p_seats || '.' end;
    end if;
  end loop;
  return next;
end $$;

-- How many seats the agreement of a school leaves for one shift of a semester, and its sentence: 0 where no agreement covers it, null
-- where the agreement sets no number.
create or replace function app.agreement_room(p_school_id uuid, p_facility_id uuid, p_date date, p_experience_type text, p_cohort_ids uuid[], p_semester_id uuid,
  p_shift_id uuid, out seats integer, out why text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare cover record; p public.partnerships; organization text; unit_quota integer; taken integer;
begin
  select * into cover from app.partnership_cover(p_school_id, p_facility_id, p_date, p_experience_type, app.programs_of(p_school_id, p_cohort_ids));
  if not cover.covers then seats := 0; why := cover.message; return; end if;
  select x.* into p from public.partnerships x where x.id = cover.partnership_id;
  if p_semester_id is null then return; end if;
  select f.name into organization from public.facilities f where f.id = p.organization_id;
  if p.seat_quota_per_semester is not null then
    taken := app.partnership_seats(p, p_semester_id, null, p_shift_id);
    seats := greatest(p.seat_quota_per_semester - taken, 0);
    why := 'The agreement with ' || organization || ' allows ' || p.seat_quota_per_semester || ' seats per semester; ' || taken || ' are taken by other shifts.';
  end if;
  select (q ->> 'seats')::integer into unit_quota from jsonb_array_elements(p.quota_by_unit) q where (q ->> 'unit_id')::uuid = p_facility_id limit 1;
  if unit_quota is not null then
    taken := app.partnership_seats(p, p_semester_id, p_facility_id, p_shift_id);
    if seats is null or unit_quota - taken < seats then
      seats := greatest(unit_quota - taken, 0);
      why := 'The agreement with ' || organization || ' allows ' || unit_quota || ' seats per semester on ' || (select f.name from public.facilities f where f.id = p_facility_id)
        || '; ' || taken || ' are taken by other shifts.';
    end if;
  end if;
end $$;

-- The same, for whoever administers the school, or the place.
drop function if exists app.partnership_covers(uuid, uuid, date, text, uuid);
create or replace function app.partnership_covers(p_school_id uuid, p_facility_id uuid, p_date date, p_experience_type text, p_program_id uuid default null,
  p_semester_id uuid default null, p_seats integer default null, p_shift_id uuid default null, p_is_submission boolean default false)
returns table (covers boolean, reason text, message text, partnership_id uuid, auto_approve boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce(app.administers_school(p_school_id), false)
    and not (coalesce(app.role(), '') = 'facility_admin' and p_facility_id in (select app.facility_scope(app.facility_id()))) then
    perform app.refuse('Only the school and the facility ask this.', 'PW403');
  end if;
  return query select * from app.partnership_cover(p_school_id, p_facility_id, p_date, p_experience_type,
    case when p_program_id is not null then array[p_program_id] end, p_semester_id, p_seats, p_shift_id, p_is_submission);
end $$;

-- A shift at a facility is submitted, approved or published only under an agreement that covers it, in time and within its seats.
-- Drafts are free; a shift that is on its way already is asked again only for what changes: its place, day or kind, or more seats.
-- The time before it is asked of a submission, and of an earlier day unless the facility put that forward or agreed to it; a reason
-- that stays on the shift overrides it. What comes into being already approved was submitted elsewhere.
create or replace function app.guard_shift_partnership() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  answer record;
  is_submitted boolean := tg_op = 'INSERT' or not app.shift_takes_seats(old.status);
  is_moved boolean := tg_op = 'UPDATE' and (new.facility_id, new.date, new.experience_type, new.school_id)
    is distinct from (old.facility_id, old.date, old.experience_type, old.school_id);
  asks_seats boolean := is_submitted or new.capacity > old.capacity or (new.facility_id, new.semester_id, new.school_id)
    is distinct from (old.facility_id, old.semester_id, old.school_id);
  asks_time boolean := case when tg_op = 'INSERT' then new.status = 'pending_facility'
    else is_submitted or (new.date < old.date and old.status <> 'countered' and old.change is null) end
    and coalesce(length(btrim(new.lead_time_reason)), 0) < 3;
begin
  -- Nothing begins as full or countered.
  if tg_op = 'INSERT' and new.status not in ('pending_facility', 'approved', 'published') then return new; end if;
  if not (is_submitted or is_moved or asks_seats or new.cohort_ids <> old.cohort_ids) then return new; end if;
  select * into answer from app.partnership_cover(new.school_id, new.facility_id, new.date, new.experience_type, app.programs_of(new.school_id, new.cohort_ids),
    new.semester_id, case when asks_seats then new.capacity end, new.id, asks_time);
  -- Other students on what is agreed already are asked about their programs alone.
  if not (is_submitted or is_moved or asks_seats) and answer.reason is distinct from 'program_not_included' then return new; end if;
  -- Of two that ask for the last seats at once, the second counts again when the first is done.
  if answer.covers and asks_seats and exists (select 1 from public.partnerships p where p.id = answer.partnership_id
    and (p.seat_quota_per_semester is not null or p.quota_by_unit <> '[]')) then
    perform pg_advisory_xact_lock(hashtext('partnership seats'), hashtext(new.school_id::text));
    select * into answer from app.partnership_cover(new.school_id, new.facility_id, new.date, new.experience_type, app.programs_of(new.school_id, new.cohort_ids),
      new.semester_id, new.capacity, new.id, asks_time);
  end if;
  if not answer.covers then
    raise exception using message = answer.message, errcode = 'PW409', detail = answer.reason, hint = 'partnership';
  end if;
  return new;
end $$;
create or replace trigger partnership before insert or update of status, facility_id, date, experience_type, school_id, semester_id, capacity, cohort_ids on public.shifts
  for each row when (new.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full') and new.facility_id is not null)
  execute function app.guard_shift_partnership();

-- What the calendar does: agreements renew by themselves when the notice has passed, run out, and both sides hear of it 120, 90, 60 and
-- 30 days before. Any number of times a day, by any number of processes; the time is given for tests.
create or replace function app.work_on_partnerships(p_now timestamptz default now())
returns table (renewed integer, expired integer, reminded integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships; today date; days integer; rung integer;
begin
  renewed := 0; expired := 0; reminded := 0;
  if not pg_try_advisory_xact_lock(hashtext('placewell partnerships')) then return next; return; end if;
  for p in select x.* from public.partnerships x where x.status in ('active', 'suspended') and x.ends_on < (p_now at time zone 'UTC')::date + 1
    order by x.id for update skip locked
  loop
    continue when p.ends_on >= app.partnership_today(p.organization_id, p_now);
    perform app.finish_ending(p);
    expired := expired + 1;
  end loop;
  -- What is ending is neither renewed nor reminded of: its last day is known.
  for p in select x.* from public.partnerships x where x.status = 'active' and x.ends_on is null and x.effective_to <= (p_now at time zone 'UTC')::date + 366
    order by x.id for update skip locked
  loop
    today := app.partnership_today(p.organization_id, p_now);
    if p.auto_renew and today > p.effective_to - p.notice_days then
      update public.partnerships x set effective_to = (greatest(p.effective_to, today) + interval '1 year')::date where x.id = p.id;
      perform app.note_partnership(p, 'system', 'renewed', null, jsonb_build_object('effective_to', (greatest(p.effective_to, today) + interval '1 year')::date));
      perform app.notify_other_side(p, 'system', 'partnership.renewed');
      renewed := renewed + 1;
      continue;
    end if;
    days := p.effective_to - today;
    if days < 0 then
      update public.partnerships x set status = 'expired' where x.id = p.id;
      perform app.note_partnership(p, 'system', 'expired');
      perform app.notify_other_side(p, 'system', 'partnership.expired');
      expired := expired + 1;
      continue;
    end if;
    rung := case when days <= 30 then 30 when days <= 60 then 60 when days <= 90 then 90 when days <= 120 then 120 end;
    if rung is not null and not p.auto_renew and not exists (select 1 from public.partnership_events e where e.partnership_id = p.id and e.event = 'reminded'
      and (e.details ->> 'effective_to')::date = p.effective_to and (e.details ->> 'rung')::integer <= rung) then
      perform app.note_partnership(p, 'system', 'reminded', null, jsonb_build_object('rung', rung, 'effective_to', p.effective_to));
      perform app.notify_partnership(p, side, 'partnership_expiring', 'partnership.expiring',
        jsonb_build_object('days', days, 'last_day', p.effective_to), 'expiring ' || p.effective_to || ' ' || rung) from unnest(array['school', 'facility']) side;
      reminded := reminded + 1;
    end if;
  end loop;
  return next;
end $$;

grant execute on function app.create_partnership(uuid, uuid, uuid, boolean, uuid[], uuid[], text, jsonb, jsonb, boolean),
  app.submit_partnership(uuid, integer), app.withdraw_partnership(uuid, integer, text), app.restore_partnership(uuid, integer, text),
  app.review_partnership(uuid, integer, text), app.accept_partnership(uuid, integer, text, jsonb, jsonb, boolean),
  app.decline_partnership(uuid, integer, text), app.suspend_partnership(uuid, integer, text), app.resume_partnership(uuid, integer, text),
  app.terminate_partnership(uuid, integer, text, date, jsonb), app.continue_partnership(uuid, integer, text), app.propose_partnership_terms(uuid, integer, text, jsonb),
  app.answer_partnership_terms(uuid, integer, boolean, text), app.change_partnership(uuid, integer, text, jsonb),
  app.add_partnership_file(uuid, uuid, text, bytea), app.partnership_trail(uuid), app.partnership_shifts(uuid, date),
  app.partnership_covers(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean) to app_rw;
grant execute on function app.work_on_partnerships(timestamptz) to app_worker;

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.partnership_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['partnerships'], p_id, p_version, p_fields) from public.partnerships p where p.id = p_id and app.partnership_side(p) is not null
$$;
grant execute on function app.partnership_changes(uuid, integer, text[]) to app_rw;
