-- Sign-up requests are decided only here: one guarded command, one decision, never for oneself.

-- Who decides.
create or replace function app.may_decide_signup(p_user_id uuid, p_role text, p_school_id uuid, p_facility_id uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_user_id not in ((select app.uid()), (select app.real_uid())) and case (select app.role())
    when 'superadmin' then true
    when 'school_super_admin' then p_role in ('student', 'proctor', 'school_admin') and p_school_id = (select app.school_id())
    when 'school_admin' then p_role in ('student', 'proctor') and p_school_id = (select app.school_id())
    when 'facility_admin' then p_role = 'facility_admin' and p_facility_id in (select app.facility_scope((select app.facility_id())))
  end, false)
$$;
grant execute on function app.may_decide_signup(uuid, text, uuid, uuid) to app_rw;

-- The requests that the asker may decide (the same condition, asked once per query), with the applicant, whom row-level
-- security would not show before approval.
create or replace function app.signups_to_decide(p_within text)
returns table (id uuid, user_id uuid, full_name text, email text, email_verified boolean, role text, school_id uuid, facility_id uuid,
  place_name text, message text, status text, decision_note text, decided_by_name text, decided_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, r.user_id, u.full_name, u.email, u.email_verified, r.role, r.school_id, r.facility_id,
    coalesce(s.name, f.name, r.place_name), r.message, r.status, r.decision_note, d.full_name, r.decided_at, r.created_at
  from public.signup_requests r
  join public.users u on u.id = r.user_id
  left join public.schools s on s.id = r.school_id
  left join public.facilities f on f.id = r.facility_id
  left join public.users d on d.id = r.decided_by
  where r.user_id not in ((select app.uid()), (select app.real_uid())) and (
      (select app.is_superadmin())
      or ((select app.is_school_admin()) and r.school_id = (select app.school_id())
        and (r.role in ('student', 'proctor') or (r.role = 'school_admin' and (select app.role()) = 'school_super_admin')))
      or ((select app.role()) = 'facility_admin' and r.role = 'facility_admin'
        and r.facility_id in (select app.facility_scope((select app.facility_id())))))
    and case p_within when 'school' then r.school_id = (select app.selected_school_id()) when 'facility' then r.role = 'facility_admin'
      and (r.facility_id is null or r.facility_id in (select app.facility_scope((select app.selected_facility_id())))) else true end
$$;
grant execute on function app.signups_to_decide(text) to app_rw;

-- Approves, declines or sends back. The request's row is locked: of two deciders the second reads what the first decided.
-- The same decision again by the same person is answered as the first time (a repeated call), and changes nothing.
create or replace function app.decide_signup(p_id uuid, p_decision text, p_note text, p_school_id uuid, p_facility_id uuid)
returns table (id uuid, status text, full_name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.signup_requests;
  person public.users;
  place text;
  note text := nullif(btrim(p_note), '');
begin
  if p_decision not in ('approved', 'declined', 'returned') or p_decision is null then perform app.refuse('There is no such decision.'); end if;
  select q.* into r from public.signup_requests q where q.id = p_id for update;
  if not found then perform app.refuse('There is no such request.', 'PW404'); end if;
  if r.user_id in (app.uid(), app.real_uid()) then perform app.refuse('Nobody decides for themselves.', '42501'); end if;
  if not app.may_decide_signup(r.user_id, r.role, r.school_id, r.facility_id) then perform app.refuse('There is no such request.', 'PW404'); end if;
  select u.* into person from public.users u where u.id = r.user_id for update;
  if r.status = p_decision and r.decided_by = app.uid() and r.decision_note is not distinct from note then
    return query select r.id, r.status, person.full_name;
    return;
  end if;
  if r.status <> 'pending' then
    perform app.refuse(case r.status when 'returned' then 'This request was sent back; the applicant has to answer first.'
      else 'This request was already ' || r.status || coalesce(' by ' || (select u.full_name from public.users u where u.id = r.decided_by), '') || '.' end, 'PW409');
  end if;
  if p_decision <> 'approved' and note is null then perform app.refuse('Say why: the applicant reads it.'); end if;

  -- Only the superadmin says where somebody belongs; everybody else decides for the place that was asked for.
  if app.is_superadmin() then
    r.school_id := case when r.role = 'facility_admin' then null else coalesce(p_school_id, r.school_id) end;
    r.facility_id := case when r.role = 'facility_admin' then coalesce(p_facility_id, r.facility_id) end;
  end if;
  if p_decision = 'approved' then
    if person.status = 'deactivated' then perform app.refuse('This account is deactivated.', 'PW409'); end if;
    if not person.email_verified then perform app.refuse('The e-mail address is not verified yet.', 'PW409'); end if;
    if r.role = 'facility_admin' and r.facility_id is null then perform app.refuse('Choose the facility this person belongs to first.'); end if;
    if r.role <> 'facility_admin' and r.school_id is null then perform app.refuse('Choose the school this person belongs to first.'); end if;
    if r.school_id is not null and not exists (select 1 from public.schools s where s.id = r.school_id and s.is_active)
      or r.facility_id is not null and not exists (select 1 from public.facilities f where f.id = r.facility_id and f.status in ('active', 'paused')) then
      perform app.refuse('This place is not active.', 'PW409');
    end if;
  end if;

  update public.signup_requests q set status = p_decision, decision_note = note, decided_by = app.uid(), decided_at = now(),
    school_id = r.school_id, facility_id = r.facility_id where q.id = p_id;
  if p_decision = 'approved' then
    update public.users u set status = 'active', role = r.role, linked_school_id = r.school_id, linked_facility_id = r.facility_id where u.id = r.user_id;
  else
    update public.users u set status = p_decision where u.id = r.user_id and u.status in ('pending', 'returned', 'declined');
  end if;

  select coalesce((select s.name from public.schools s where s.id = r.school_id), (select f.name from public.facilities f where f.id = r.facility_id),
    r.place_name, 'Placewell') into place;
  perform app.notify_code(array[r.user_id], 'signup_decision',
    case p_decision when 'approved' then 'signup.approved' when 'declined' then 'signup.declined' else 'signup.returned' end,
    jsonb_build_object('place', place, 'note', note),
    case when p_decision <> 'approved' then case when r.role in ('student', 'proctor') then '/student-pending-approval' else '/school-admin-pending' end
      else case r.role when 'student' then '/student/dashboard' when 'proctor' then '/proctor/dashboard' when 'school_admin' then '/school/dashboard'
        else '/facility/dashboard' end end,
    'signup ' || p_id || ' ' || (r.version + 1));
  return query select r.id, p_decision, person.full_name;
end $$;
grant execute on function app.decide_signup(uuid, text, text, uuid, uuid) to app_rw;

-- Approves what can be approved, and says of the rest why not. In the order of their ids, so that two at once cannot lock
-- each other out.
create or replace function app.approve_signups(p_ids uuid[]) returns table (id uuid, full_name text, reason text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare request uuid; message text; code text;
begin
  for request in select distinct p from unnest(p_ids) p order by p loop
    begin
      perform app.decide_signup(request, 'approved', null, null, null);
      return query select request, null::text, null::text;
    exception when others then
      get stacked diagnostics message = message_text, code = returned_sqlstate;
      if code not like 'PW%' and code <> '42501' then raise; end if;
      return query select request, (select s.full_name from app.signups_to_decide('all') s where s.id = request), message;
    end;
  end loop;
end $$;
grant execute on function app.approve_signups(uuid[]) to app_rw;
