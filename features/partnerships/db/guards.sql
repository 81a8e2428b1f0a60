-- What PostgreSQL refuses for partnerships regardless of who writes them, and the history entries that it writes. The steps come from
-- public.transitions, which holds those of rules.ts.

-- PostgreSQL sets who requested it: no login may write the column.
alter table public.partnerships alter column created_by set default app.uid();

-- Agreed terms change only by an answer to proposed terms; each party changes only its own columns.
-- Reason: a trigger needs it.
create or replace function app.guard_partnership() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  party text := app.partnership_party(old);
  -- The terms that were proposed, taken over as they are by who did not propose them.
  is_accepted boolean := old.proposal is not null and new.proposal is null and (party = 'platform' or old.proposal_party <> party)
    and app.terms_of(new) = app.terms_of(jsonb_populate_record(old, old.proposal));
  earliest date := app.partnership_today(old.organization_id) + case party when 'platform' then 0 else old.notice_days end;
begin
  if app.terms_of(new) - 'seat_quota_per_semester' <> app.terms_of(old) - 'seat_quota_per_semester' and not is_accepted
    and not (new.status = 'active' and old.status in ('requested', 'under_review')) or new.status = 'active' and old.status = 'expired' and not is_accepted then
    raise exception 'partnership.terms_agreed' using errcode = 'PW409';
  end if;
  if party = 'school' and new.seat_quota_per_semester is distinct from old.seat_quota_per_semester and not is_accepted then
    raise exception 'partnership.facility_decides' using errcode = 'PW403';
  end if;
  if new.required_credential_ids <> old.required_credential_ids and not new.required_credential_ids <@ array(select t.id from public.credential_types t
      where t.owner_school_id is null and (t.owner_facility_id is null or t.owner_facility_id in (select app.facility_scope(old.organization_id)))) then
    raise exception 'partnership.foreign_type' using errcode = 'PW400';
  end if;
  if new.ends_on is distinct from old.ends_on then
    -- An ending keeps the notice agreed on.
    if old.ends_on is null and new.ends_on < earliest and old.status in ('active', 'suspended') and new.status = old.status then
      raise exception 'partnership.notice' using errcode = 'PW400', detail = jsonb_build_object('days', old.notice_days, 'earliest', earliest);
    end if;
    new.ending_party := case when new.ends_on is not null then party end;
  end if;
  -- Whose a proposal and a suspension are: nobody writes that themselves.
  if new.proposal is distinct from old.proposal then new.proposal_party := case when new.proposal is not null then party end; end if;
  if new.status <> old.status then new.suspended_by_party := case when new.status = 'suspended' then party end; end if;
  return new;
end $$;

-- The terms in a row, as one party proposes and the other accepts them.
-- Reason: the triggers here need it.
create or replace function app.terms_of(p public.partnerships) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('agreement_kind', p.agreement_kind, 'signed_on', p.signed_on, 'effective_from', p.effective_from, 'effective_to', p.effective_to,
  'auto_renew', p.auto_renew, 'notice_days', p.notice_days, 'liability_min_cents', p.liability_min_cents, 'indemnity', p.indemnity,
  'seat_quota_per_semester', p.seat_quota_per_semester);

-- The conditions below are checked regardless of who writes, including the worker.
grant execute on function app.partnership_party_of(uuid), app.manages_facility(uuid) to app_worker;
-- A step must be in the list and belong to this party.
create or replace trigger guard before update on public.partnerships for each row
  when (current_user = 'app_rw' and app.partnership_party_of(old.id) is null) execute function app.refuse_row('partnership.missing', 'PW404');
create or replace trigger guard_answering before update on public.partnerships for each row
  when (current_user = 'app_rw' and new.status <> old.status
    and app.partnership_party_of(old.id) = case old.direction when 'school_requested' then 'facility' else 'school' end) execute function app.guard_step('answering');
create or replace trigger guard_asking before update on public.partnerships for each row
  when (current_user = 'app_rw' and new.status <> old.status
    and app.partnership_party_of(old.id) = case old.direction when 'school_requested' then 'school' else 'facility' end) execute function app.guard_step('asking');
create or replace trigger guard_by_platform before update on public.partnerships for each row
  when (current_user = 'app_rw' and new.status <> old.status and app.partnership_party_of(old.id) = 'platform') execute function app.guard_step('platform');
create or replace trigger guard_by_terms before update on public.partnerships for each row
  when (current_user = 'app_rw') execute function app.guard_partnership();
-- Each party changes only its own columns. Only a facility admin of the whole organization may include all sites.
create or replace trigger guard_of_facility before update on public.partnerships for each row
  when (current_user = 'app_rw' and ((new.quota_by_unit, new.auto_approve_shifts, new.blackout, new.contact_facility, new.required_credential_ids) is distinct from
      (old.quota_by_unit, old.auto_approve_shifts, old.blackout, old.contact_facility, old.required_credential_ids)
    or new.all_sites <> old.all_sites and old.status not in ('draft', 'requested')) and app.partnership_party_of(old.id) = 'school')
  execute function app.refuse_row('partnership.facility_decides', 'PW403');
create or replace trigger guard_of_organization before update on public.partnerships for each row
  when (current_user = 'app_rw' and new.all_sites and not old.all_sites and app.partnership_party_of(old.id) = 'facility' and not app.manages_facility(old.organization_id))
  execute function app.refuse_row('partnership.organization_decides', 'PW403');
create or replace trigger guard_of_school before update on public.partnerships for each row
  when (current_user = 'app_rw' and new.contact_school <> old.contact_school and app.partnership_party_of(old.id) = 'facility')
  execute function app.refuse_row('partnership.school_decides', 'PW403');
create or replace trigger guard_over before update on public.partnerships for each row
  when (current_user = 'app_rw' and (old.status not in ('draft', 'requested', 'under_review', 'active', 'suspended') and (new.all_sites, new.quota_by_unit,
      new.auto_approve_shifts, new.blackout, new.contact_school, new.contact_facility, new.message, new.required_credential_ids) is distinct from (old.all_sites,
      old.quota_by_unit, old.auto_approve_shifts, old.blackout, old.contact_school, old.contact_facility, old.message, old.required_credential_ids)
    or new.status_reason is distinct from old.status_reason and new.status = old.status and new.ends_on is not distinct from old.ends_on
    or (new.ends_on is distinct from old.ends_on or new.ending_cancels <> old.ending_cancels) and (old.status not in ('active', 'suspended') or new.status <> old.status)))
  execute function app.refuse_row('partnership.not_now', 'PW409', 'status');
-- Only the party that ended may take an ending back, only the party that suspended may resume, and a withdrawal can be undone within 24
-- hours, to the earlier status.
create or replace trigger guard_took_ending_back before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.ends_on is not null and new.ends_on is null and app.partnership_party_of(old.id) not in ('platform', old.ending_party))
  execute function app.refuse_row('partnership.ended_by', 'PW403', 'party=ending_party');
create or replace trigger guard_took_suspension_back before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.status = 'suspended' and new.status not in ('suspended', 'withdrawn')
    and app.partnership_party_of(old.id) not in ('platform', old.suspended_by_party)) execute function app.refuse_row('partnership.suspended_by', 'PW403', 'party=suspended_by_party');
create or replace trigger guard_took_withdrawal_back before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.status = 'withdrawn' and new.status <> 'withdrawn'
    and (old.withdrawn_at < now() - interval '24 hours' or new.status <> coalesce(old.withdrawn_from, 'requested'))) execute function app.refuse_row('partnership.restore_over', 'PW409');
create or replace trigger guard_twice before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.ends_on is not null and new.ends_on is not null
    and (new.ends_on <> old.ends_on or new.ending_cancels <> old.ending_cancels)) execute function app.refuse_row('partnership.ends_already', 'PW409', 'ends_on');
create or replace trigger guard_unanswered before update on public.partnerships for each row
  when (current_user = 'app_rw' and new.proposal is distinct from old.proposal and new.proposal is not null
    and (old.status not in ('active', 'suspended', 'expired') or old.proposal_party <> app.partnership_party_of(old.id)))
  execute function app.refuse_row('partnership.answer_first', 'PW409');
-- What a step sets in the row; no one writes these columns directly.
create or replace trigger note_decided before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.status in ('requested', 'under_review') and new.status in ('active', 'declined'))
  execute function app.note_facts('decided_at', 'now', 'decided_by', 'uid');
create or replace trigger note_requested before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.status = 'draft' and new.status <> 'draft') execute function app.note_facts('requested_at', 'now');
create or replace trigger note_restored before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.status = 'withdrawn' and new.status <> 'withdrawn') execute function app.note_facts('withdrawn_from', '', 'withdrawn_at', '');
create or replace trigger note_withdrawn before update on public.partnerships for each row
  when (current_user = 'app_rw' and old.status <> 'withdrawn' and new.status = 'withdrawn') execute function app.note_facts('withdrawn_from', 'old.status', 'withdrawn_at', 'now');
drop function if exists app.guard_ending(public.partnerships, public.partnerships, text), app.note_step_facts(public.partnerships, public.partnerships, text);
create or replace trigger guard_days before update of status on public.partnerships for each row
  when (current_user = 'app_worker' and old.status <> new.status) execute function app.guard_step('system');

-- PostgreSQL sets who acted: no login may write these columns.
alter table public.partnership_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

-- Writes who did what, from which status to which and why, so that every step has exactly one history entry.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.write_partnership_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  details jsonb := coalesce(nullif(current_setting('app.event_details', true), '')::jsonb, '{}');
  happened text := 'created';
begin
  if tg_op = 'UPDATE' then
    select event into happened from public.transitions where entity = 'partnerships' and from_status = old.status and to_status = new.status;
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
  insert into public.partnership_events (partnership_id, school_id, party, event, from_status, to_status, at_version, reason, details)
  values (new.id, new.school_id, app.partnership_party(new), happened, coalesce(old.status, new.status), new.status,
    coalesce(old.version, new.version), nullif(btrim(current_setting('app.reason', true)), ''), details - 'answer');
  return null;
end $$;
create or replace trigger leave_event after insert or update on public.partnerships for each row
  when (current_user = 'app_rw') execute function app.write_partnership_event();

alter table public.partnership_files alter column uploaded_by set default app.uid();

-- Limits the bytes of agreements that a school keeps, and an organization, each counted separately.
-- Reason: a trigger needs it, and it counts files that its caller may not see.
create or replace function app.guard_partnership_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept bigint := (select sum(f.size_bytes) from public.partnerships p
    join public.partnerships x on case new.uploaded_party when 'facility' then x.organization_id = p.organization_id else x.school_id = p.school_id end
    join public.partnership_files f on f.partnership_id = x.id and f.uploaded_party = new.uploaded_party where p.id = new.partnership_id);
begin
  if kept > pg_size_bytes(tg_argv[0]) then
    raise exception 'partnership.no_room_for_file' using errcode = 'PW409',
      detail = jsonb_build_object('party', new.uploaded_party, 'quota', pg_size_bytes(tg_argv[0]), 'kept', kept - new.size_bytes, 'size', new.size_bytes);
  end if;
  return null;
end $$;
drop trigger if exists guard on public.partnership_files;
create or replace trigger guard after insert on public.partnership_files for each row
  when (current_user = 'app_rw' and new.uploaded_party <> 'platform') execute function app.guard_partnership_file('500MB');
drop function if exists app.agreement_quota();

-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.write_partnership_file_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.partnership_events (partnership_id, school_id, party, event, from_status, to_status, at_version, details)
  select p.id, p.school_id, new.uploaded_party, 'file_added', p.status, p.status, p.version,
    jsonb_build_object('name', new.name, 'sha256', new.sha256) from public.partnerships p where p.id = new.partnership_id;
  return null;
end $$;
create or replace trigger leave_event after insert on public.partnership_files for each row
  when (current_user = 'app_rw') execute function app.write_partnership_file_event();
