-- What PostgreSQL refuses of a partnership whoever writes it, and the lines of its history that it writes itself. The steps come from
-- public.transitions, which holds those of rules.ts.

-- Who asked is a fact: no login has the column.
alter table public.partnerships alter column created_by set default app.uid();

-- A step is of the list and of this party; what both agreed on changes only by an answer to proposed terms; each side keeps its own.
-- Reason: a trigger needs it.
create or replace function app.guard_partnership() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  party text;
  agreed public.partnerships;
  is_accepted boolean;
begin
  party := app.partnership_party(old);
  if party is null then raise exception 'partnership.missing' using errcode = 'PW404'; end if;
  if new.status <> old.status then
    perform app.refuse_illegal_step('partnerships', old.status, new.status,
      case party when 'platform' then 'platform' when case old.direction when 'school_requested' then 'school' else 'facility' end then 'asking' else 'answering' end);
  end if;

  -- The terms that were proposed, taken over as they are by who did not propose them.
  agreed := jsonb_populate_record(old, old.proposal);
  is_accepted := old.proposal is not null and new.proposal is null and (party = 'platform' or old.proposal_side <> party)
    and app.terms_of(new) = app.terms_of(agreed);
  if app.terms_of(new) - 'seat_quota_per_semester' <> app.terms_of(old) - 'seat_quota_per_semester' and not is_accepted
    and not (new.status = 'active' and old.status in ('requested', 'under_review')) or new.status = 'active' and old.status = 'expired' and not is_accepted then
    raise exception 'partnership.terms_agreed' using errcode = 'PW409';
  end if;
  if party = 'school' and ((new.seat_quota_per_semester is distinct from old.seat_quota_per_semester and not is_accepted)
    or (new.quota_by_unit, new.auto_approve_shifts, new.blackout, new.contact_facility, new.required_credential_ids) is distinct from
      (old.quota_by_unit, old.auto_approve_shifts, old.blackout, old.contact_facility, old.required_credential_ids)
    or (new.all_sites <> old.all_sites and old.status not in ('draft', 'requested'))) then
    raise exception 'partnership.facility_decides' using errcode = 'PW403';
  end if;
  if new.required_credential_ids <> old.required_credential_ids and exists (select 1 from unnest(new.required_credential_ids) x (id) where not exists (
    select 1 from public.credential_types t where t.id = x.id and t.owner_school_id is null
      and (t.owner_facility_id is null or t.owner_facility_id in (select app.facility_scope(old.organization_id))))) then
    raise exception 'partnership.foreign_type' using errcode = 'PW400';
  end if;
  if party = 'facility' and new.contact_school <> old.contact_school then
    raise exception 'partnership.school_decides' using errcode = 'PW403';
  end if;
  if party = 'facility' and new.all_sites and not old.all_sites and old.organization_id not in (select app.facility_scope(app.facility_id())) then
    raise exception 'partnership.organization_decides' using errcode = 'PW403';
  end if;
  if old.status not in ('draft', 'requested', 'under_review', 'active', 'suspended') and (new.all_sites, new.quota_by_unit, new.auto_approve_shifts, new.blackout,
    new.contact_school, new.contact_facility, new.message, new.required_credential_ids) is distinct from (old.all_sites, old.quota_by_unit, old.auto_approve_shifts,
    old.blackout, old.contact_school, old.contact_facility, old.message, old.required_credential_ids) or new.status_reason is distinct from old.status_reason and new.status = old.status and new.ends_on is not distinct from old.ends_on then
    raise exception 'partnership.not_now' using errcode = 'PW409', detail = jsonb_build_object('status', old.status);
  end if;
  perform app.guard_ending(old, new, party);
  if new.proposal is distinct from old.proposal then
    if new.proposal is not null and (old.proposal_side <> party or old.status not in ('active', 'suspended', 'expired')) then
      raise exception 'partnership.answer_first' using errcode = 'PW409';
    end if;
    new.proposal_side := case when new.proposal is not null then party end;
  end if;
  new.ending_side := case when new.ends_on is not distinct from old.ends_on then old.ending_side when new.ends_on is not null then party end;
  return app.note_step_facts(old, new, party);
end $$;

-- An ending keeps the notice agreed on, and is taken back by who ended it.
-- Reason: the trigger above needs it.
create or replace function app.guard_ending(p_old public.partnerships, p_new public.partnerships, p_side text) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare earliest date;
begin
  if p_new.ends_on is not distinct from p_old.ends_on and p_new.ending_cancels = p_old.ending_cancels then return; end if;
  if p_old.status not in ('active', 'suspended') or p_new.status <> p_old.status then
    raise exception 'partnership.not_now' using errcode = 'PW409', detail = jsonb_build_object('status', p_old.status);
  end if;
  if p_new.ends_on is null then
    if p_side not in ('platform', p_old.ending_side) then
      raise exception 'partnership.ended_by' using errcode = 'PW403', detail = jsonb_build_object('party', p_old.ending_side);
    end if;
    return;
  end if;
  if p_old.ends_on is not null then
    raise exception 'partnership.ends_already' using errcode = 'PW409', detail = jsonb_build_object('ends_on', p_old.ends_on);
  end if;
  earliest := app.partnership_today(p_old.organization_id) + case p_side when 'platform' then 0 else p_old.notice_days end;
  if p_new.ends_on < earliest then
    raise exception 'partnership.notice' using errcode = 'PW400', detail = jsonb_build_object('days', p_old.notice_days, 'earliest', earliest);
  end if;
end $$;

-- What a step leaves in the row: when it was asked, by whom it was decided, who suspended it; nobody writes that themselves.
-- Reason: the trigger above needs it.
create or replace function app.note_step_facts(p_old public.partnerships, p_new public.partnerships, p_side text) returns public.partnerships
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if p_new.status = p_old.status then return p_new; end if;
  if p_old.status = 'draft' then p_new.requested_at := now(); end if;
  if p_new.status = 'withdrawn' then
    p_new.withdrawn_from := p_old.status;
    p_new.withdrawn_at := now();
  elsif p_old.status = 'withdrawn' then
    if p_old.withdrawn_at < now() - interval '24 hours' or p_new.status <> coalesce(p_old.withdrawn_from, 'requested') then
      raise exception 'partnership.restore_over' using errcode = 'PW409';
    end if;
    p_new.withdrawn_from := null;
    p_new.withdrawn_at := null;
  elsif p_old.status in ('requested', 'under_review') and p_new.status in ('active', 'declined') then
    p_new.decided_at := now();
    p_new.decided_by := app.uid();
  elsif p_new.status = 'suspended' then
    p_new.suspended_by_side := p_side;
  elsif p_old.status = 'suspended' then
    if p_side not in ('platform', p_old.suspended_by_side) then
      raise exception 'partnership.suspended_by' using errcode = 'PW403', detail = jsonb_build_object('party', p_old.suspended_by_side);
    end if;
    p_new.suspended_by_side := null;
  end if;
  return p_new;
end $$;

-- The terms in a row, as one side proposes them and the other accepts them.
-- Reason: the triggers here need it.
create or replace function app.terms_of(p public.partnerships) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('agreement_kind', p.agreement_kind, 'signed_on', p.signed_on, 'effective_from', p.effective_from, 'effective_to', p.effective_to,
  'auto_renew', p.auto_renew, 'notice_days', p.notice_days, 'liability_min_cents', p.liability_min_cents, 'indemnity', p.indemnity,
  'seat_quota_per_semester', p.seat_quota_per_semester);

create or replace trigger guard before update on public.partnerships for each row
  when (current_user = 'app_rw') execute function app.guard_partnership();
create or replace trigger guard_days before update of status on public.partnerships for each row
  when (current_user = 'app_worker' and old.status <> new.status) execute function app.guard_step('system');

-- Who did what, from where to where and why: written here, so that no step is without its line and no line without its step.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.write_partnership_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  details jsonb := coalesce(nullif(current_setting('app.event_details', true), '')::jsonb, '{}');
  happened text := 'created';
begin
  if tg_op = 'UPDATE' then
    select t.event into happened from public.transitions t where t.entity = 'partnerships' and t.from_status = old.status and t.to_status = new.status;
    happened := coalesce(happened, case
      when old.ends_on is null and new.ends_on is not null then 'ending'
      when old.ends_on is not null and new.ends_on is null then 'ending_canceled'
      when new.proposal is not null and new.proposal is distinct from old.proposal then 'terms_proposed'
      when old.proposal is not null and new.proposal is null then
        -- Terms like those that apply already change nothing either way: then its answer says which it was.
        case when app.terms_of(new) = app.terms_of(jsonb_populate_record(old, old.proposal)) and details ->> 'answer' is distinct from 'declined'
          then 'terms_accepted' else 'terms_declined' end
      else 'terms_changed' end);
  end if;
  insert into public.partnership_events (partnership_id, school_id, actor_id, acting_as, side, event, from_status, to_status, at_version, reason, details)
  values (new.id, new.school_id, app.real_uid(), app.acting_as(), app.partnership_party(new), happened, coalesce(old.status, new.status), new.status,
    coalesce(old.version, new.version), nullif(btrim(current_setting('app.reason', true)), ''), details - 'answer');
  return null;
end $$;
create or replace trigger leave_event after insert or update on public.partnerships for each row
  when (current_user = 'app_rw') execute function app.write_partnership_event();

-- Who adds a file, its size and its digest are facts; a school, and an organization, keep so much of agreements, each its own.
-- Reason: a trigger needs it, and it counts files that its caller may not see.
create or replace function app.guard_partnership_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(new.partnership_id); kept bigint;
begin
  new.uploaded_side := app.partnership_party(p);
  new.uploaded_by := app.uid();
  new.size_bytes := octet_length(new.content);
  new.sha256 := encode(sha256(new.content), 'hex');
  if (select count(*) from public.partnership_files f where f.partnership_id = p.id) >= 20 then
    raise exception 'partnership.files_full' using errcode = 'PW409';
  end if;
  select coalesce(sum(f.size_bytes), 0) into kept from public.partnership_files f join public.partnerships x on x.id = f.partnership_id
    where f.uploaded_side = new.uploaded_side and case new.uploaded_side when 'facility' then x.organization_id = p.organization_id else f.school_id = p.school_id end;
  if new.uploaded_side <> 'platform' and kept + new.size_bytes > app.agreement_quota() then
    raise exception 'partnership.no_room_for_file' using errcode = 'PW409',
      detail = jsonb_build_object('party', new.uploaded_side, 'quota', app.agreement_quota(), 'kept', kept, 'size', new.size_bytes);
  end if;
  return new;
end $$;
create or replace trigger guard before insert on public.partnership_files for each row
  when (current_user = 'app_rw') execute function app.guard_partnership_file();

-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.write_partnership_file_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(new.partnership_id);
begin
  insert into public.partnership_events (partnership_id, school_id, actor_id, acting_as, side, event, from_status, to_status, at_version, details)
  values (p.id, p.school_id, app.real_uid(), app.acting_as(), new.uploaded_side, 'file_added', p.status, p.status, p.version,
    jsonb_build_object('name', new.name, 'sha256', new.sha256));
  return null;
end $$;
create or replace trigger leave_event after insert on public.partnership_files for each row
  when (current_user = 'app_rw') execute function app.write_partnership_file_event();
