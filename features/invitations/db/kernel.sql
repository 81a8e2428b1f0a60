-- What must see or write what its caller may not: tokens (kept as SHA-256, they never leave again), counters, and accounts that
-- are not the asker's to see. Who invites whom, and sending again and revoking, are TypeScript.

-- Who may invite whom (rules.ts: invitableRoles, and the policies): the superadmin anybody; a school super admin and a school admin people of
-- their school, in their measure; a facility admin facility admins at their own node or below it.
-- Reason: an invitation stays good only while its inviter may invite, whom nobody else may see; the functions below look at who asks.
create or replace function app.role_may_invite(p_by_role text, p_by_school_id uuid, p_by_facility_id uuid, p_role text, p_school_id uuid, p_facility_id uuid)
returns boolean language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(case p_by_role
    when 'superadmin' then case p_role when 'facility_admin' then p_facility_id is not null and p_school_id is null
      else p_school_id is not null and p_facility_id is null end
    when 'school_super_admin' then p_role in ('student', 'proctor', 'school_admin', 'school_super_admin')
      and p_school_id = p_by_school_id and p_facility_id is null
    when 'school_admin' then p_role in ('student', 'proctor') and p_school_id = p_by_school_id and p_facility_id is null
    when 'facility_admin' then p_role = 'facility_admin' and p_school_id is null
      and p_facility_id in (select app.facility_scope(p_by_facility_id))
  end, false)
$$;
-- Reason: it reads who asks for the functions that write invitations.
create or replace function app.may_invite(p_role text, p_school_id uuid, p_facility_id uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select app.role_may_invite((select app.role()), (select app.school_id()), (select app.facility_id()), p_role, p_school_id, p_facility_id)
$$;
grant execute on function app.role_may_invite(text, uuid, uuid, text, uuid, uuid), app.may_invite(text, uuid, uuid) to app_rw;

-- May the asker deactivate this person and let them in again? The superadmin everyone; others themselves and whom they may invite to
-- that role and place, and never while acting as someone else.
-- Reason: policies and functions of other features need it, for whoever asks.
create or replace function app.may_deactivate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.is_superadmin() or (app.acting_as() is null and (p_user_id = app.uid() or exists (select 1 from public.users u where u.id = p_user_id
    and app.role_may_invite(app.role(), app.school_id(), app.facility_id(), u.role, u.linked_school_id, u.linked_facility_id)))), false)
$$;
grant execute on function app.may_deactivate(uuid) to app_rw;

-- What stands against an open invitation that it did not know when it was sent: the place is closed, or who sent it last may
-- no longer invite there (has left, was moved, lost the role). Null when it stands.
-- Reason: it must see what its caller may not: the inviter's account.
create or replace function app.invitation_blocker(i public.invitations) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when i.school_id is not null and not exists (select 1 from public.schools s where s.id = i.school_id and s.is_active) then 'place_closed'
    when i.facility_id is not null and not coalesce((select bool_and(f.status in ('active', 'paused')) from public.facilities f
      where f.id in (select app.nodes_above(i.facility_id))), false) then 'place_closed'
    when not exists (select 1 from public.users u where u.id = i.invited_by and u.status = 'active' and u.email_verified
      and app.role_may_invite(u.role, u.linked_school_id, u.linked_facility_id, i.role, i.school_id, i.facility_id)) then 'inviter_gone'
  end
$$;

drop function if exists app.invitation_state(text, timestamptz);
drop function if exists app.refuse_until(text, numeric), app.spend_invitations(integer, boolean), app.count_invitation_mails(text[]);

-- What is known of addresses at a place. An account counts from the moment its address is verified: until then anybody
-- could have typed it. Whether one exists outside the school is said to school administrators only, and counted: 20,000
-- addresses and 200 such answers a day.
-- Reason: it must see what its caller may not: accounts elsewhere, and counters.
create or replace function app.invitee_facts(p_school_id uuid, p_facility_id uuid, p_emails text[])
returns table (email text, fact text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare found_elsewhere integer;
begin
  if not app.may_invite(case when p_school_id is null then 'facility_admin' else 'student' end, p_school_id, p_facility_id) then
    perform app.refuse('Not yours to invite', '42501');
  end if;
  if cardinality(p_emails) > 2000 then perform app.refuse('At most 2,000 addresses at once.'); end if;
  if p_school_id is not null and not app.is_superadmin() then
    perform app.spend_allowance('invitee addresses ' || app.real_uid(), cardinality(p_emails), 20000, interval '1 day', 'invitation.checked_often');
    select count(*) into found_elsewhere from public.users u
      where u.email = any (p_emails) and u.email_verified and u.linked_school_id is distinct from p_school_id;
    if found_elsewhere > 0 then
      perform app.spend_allowance('invitee answers ' || app.real_uid(), found_elsewhere, 200, interval '1 day', 'invitation.checked_often');
    end if;
  end if;
  return query
    select e.email,
      case
        when u.linked_school_id = p_school_id or u.linked_facility_id in (select app.facility_scope(p_facility_id))
          or exists (select 1 from public.signup_requests r where r.user_id = u.id and r.status in ('pending', 'returned')
            and (r.school_id = p_school_id or r.facility_id = p_facility_id)) then 'member'
        when exists (select 1 from public.invitations i where i.email = e.email and i.status in ('sent', 'opened') and i.expires_at > now()
          and (i.school_id = p_school_id or i.facility_id = p_facility_id)) then 'invited'
        when u.id is not null and p_school_id is not null then 'elsewhere'
        when exists (select 1 from priv.throttles k where k.key = 'invitations to ' || e.email and k.attempts >= 8
          and k.window_started_at > now() - interval '1 day') then 'too_often'
      end
    from (select distinct a.email from unnest(p_emails) a (email)) e
    left join public.users u on u.email = e.email and u.email_verified;
end $$;

grant execute on function app.invitee_facts(uuid, uuid, text[]) to app_rw;

-- Gives invitations that the asker has just written or sent again their tokens: every older one dies. Each is counted, and an allowance
-- that is used up refuses them all: mails that one person may cause in an hour, 100 by hand (sent again included) and 3,000 by imports,
-- and eight a day to one address, whoever sends them. What is taken back is not given back: the mail has gone out.
-- p_tokens: [{id, token_hash}].
-- Reason: it must write what its caller may not: digests, and counters.
create or replace function app.issue_invitation_tokens(p_tokens jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  made public.invitations[] := array(select i from jsonb_to_recordset(p_tokens) t (id uuid) join public.invitations i on i.id = t.id
    where i.invited_by = app.uid() and i.sent_at = now() and i.status = 'sent' order by i.email);
  is_import boolean := (select bool_and(m.resend_count = 0 and m.batch_id is not null) from unnest(made) m);
  i public.invitations;
  wait integer;
begin
  if made = '{}' then return; end if;
  foreach i in array made loop
    if i.resend_count > 0 then
      wait := app.reserve_attempt('invitation resend ' || i.id, 5, interval '1 hour');
      if wait > 0 then raise exception 'invitation.sent_often' using errcode = 'PW429', detail = jsonb_build_object('seconds', wait); end if;
    end if;
  end loop;
  perform app.spend_allowance(case when is_import then 'invitations imported by ' else 'invitations by ' end || app.real_uid(), cardinality(made),
    case when is_import then 3000 else 100 end, interval '1 hour', 'invitation.hourly',
    jsonb_build_object('is_import', is_import, 'amount', cardinality(made)));
  -- In one order, so that two who count at once wait for each other.
  perform app.spend_allowance('invitations to ' || e.email, 1, 8, interval '1 day', 'invitation.daily')
    from (select distinct m.email from unnest(made) m order by 1) e;
  update priv.invitation_tokens t set replaced_at = now() where t.invitation_id in (select m.id from unnest(made) m) and t.replaced_at is null;
  insert into priv.invitation_tokens (token_hash, invitation_id)
    select t.token_hash, m.id from jsonb_to_recordset(p_tokens) t (id uuid, token_hash text) join unnest(made) m on m.id = t.id;
end $$;
grant execute on function app.issue_invitation_tokens(jsonb) to app_rw;

-- Queues the mails of invitations that the asker may send, each to its invitation's address and once for each sending.
-- Reason: it must write what its caller may not: the outbox.
create or replace function app.queue_invitation_mails(p_mails jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.queue_mail('invitation', i.email, m.subject, m.text, m.html, null, m.key)
  from jsonb_to_recordset(p_mails) as m (key text, subject text, text text, html text)
  join public.invitations i on i.id = split_part(m.key, ' ', 2)::uuid and m.key = 'invitation ' || i.id || ' ' || i.resend_count
  where i.status in ('sent', 'opened') and app.may_invite(i.role, i.school_id, i.facility_id)
    -- Only what was counted, in this very transaction.
    and exists (select 1 from priv.invitation_tokens t where t.invitation_id = i.id and t.replaced_at is null and t.created_at = now())
$$;
grant execute on function app.queue_invitation_mails(jsonb) to app_rw;

-- What became of the latest mail of invitations that the asker may see.
-- Reason: it must see what its caller may not: the outbox.
create or replace function app.invitation_mails(p_ids uuid[]) returns table (invitation_id uuid, status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.id, case m.status when 'kept' then 'sent' else m.status end
  from public.invitations i join priv.mails m on m.dedupe_key = 'invitation ' || i.id || ' ' || i.resend_count
  where i.id = any (p_ids) and ((select app.is_superadmin())
    or ((select app.is_school_admin()) and i.school_id = (select app.school_id()))
    or ((select app.role()) = 'facility_admin' and i.facility_id in (select app.facility_scope((select app.facility_id())))))
$$;
grant execute on function app.invitation_mails(uuid[]) to app_rw;

-- What a link says: where several answers fit, the one that helps most. A replaced link of an invitation that was accepted
-- says so; one whose successor expired as well leads to "ask for a new one".
drop function if exists app.invitation_answer(text, timestamptz, timestamptz);
-- Reason: acceptance needs it.
create or replace function app.invitation_answer(i public.invitations, p_replaced_at timestamptz) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when i.status in ('accepted', 'revoked') then i.status when i.expires_at <= now() then 'expired'
    when p_replaced_at is not null then 'replaced' else coalesce(app.invitation_blocker(i), 'valid') end
$$;

-- The invitation of a link, locked, and whether it can be accepted now: "valid", else the answer to who accepts it.
-- Reason: the two functions below that accept need it.
create or replace function app.lock_invitation(p_token_hash text, out invitation public.invitations, out answer text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select v.* into invitation from public.invitations v join priv.invitation_tokens t on t.invitation_id = v.id
    where t.token_hash = p_token_hash for update of v;
  -- Read once it is locked: it may have been sent anew while this one waited.
  answer := (select app.invitation_answer(invitation, t.replaced_at) from priv.invitation_tokens t where t.token_hash = p_token_hash);
  answer := case when answer is null then 'unknown' when answer = 'accepted' then 'already_accepted' else answer end;
end $$;

-- An invitation by its link; no row for an unknown one. The first look turns "sent" into "opened".
-- Reason: it must see what its caller may not: a digest, for someone who is not signed in.
create or replace function app.open_invitation(p_token_hash text)
returns table (state text, email text, full_name text, role text, place_name text, invited_by_name text, message text, expires_at timestamptz, has_account boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.invitations i set status = 'opened', opened_at = now()
    from priv.invitation_tokens t
    where t.token_hash = p_token_hash and t.replaced_at is null and i.id = t.invitation_id and i.status = 'sent' and i.expires_at > now();
  return query
    select app.invitation_answer(i, t.replaced_at), i.email, i.full_name, i.role, coalesce(s.name, f.name), u.full_name,
      i.message, i.expires_at, exists (select 1 from public.users a where a.email = i.email and (a.email_verified or a.status = 'deactivated'))
    from priv.invitation_tokens t
    join public.invitations i on i.id = t.invitation_id
    left join public.schools s on s.id = i.school_id
    left join public.facilities f on f.id = i.facility_id
    left join public.users u on u.id = i.invited_by
    where t.token_hash = p_token_hash;
end $$;
grant execute on function app.open_invitation(text) to app_auth;

-- Accepts with a new account (Spec §4: verified at creation and linked). The link proves the mailbox, so an account that
-- somebody typed this address into and never verified is taken over, password and all; a verified one is never touched.
-- Two at once: the invitation's row lock lets one through, the other finds it accepted.
-- Reason: it must see and write what its caller may not: a digest, accounts, credentials.
create or replace function app.accept_invitation(p_token_hash text, p_full_name text, p_client_setting text, p_verifier text)
returns table (outcome text, user_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i public.invitations;
  locked record;
  person public.users;
begin
  select l.* into locked from app.lock_invitation(p_token_hash) l;
  if locked.answer <> 'valid' then return query select locked.answer, null::uuid; return; end if;
  i := locked.invitation;

  -- A sign-up's decision locks the request before the person; so does this, or the two could lock each other out.
  perform 1 from public.signup_requests r join public.users u on u.id = r.user_id where u.email = i.email for update of r;
  insert into public.users (email, full_name, role, status, linked_school_id, linked_facility_id, email_verified, student_number, phone, created_by)
    values (i.email, btrim(p_full_name), i.role, 'active', i.school_id, i.facility_id, true, i.student_number, i.phone, i.invited_by)
    on conflict (email) do nothing returning * into person;
  if not found then
    select * into person from public.users u where u.email = i.email for update;
    if person.email_verified or person.status = 'deactivated' then
      return query select 'has_account', null::uuid;
      return;
    end if;
    update public.users u set full_name = btrim(p_full_name), role = i.role, status = 'active', linked_school_id = i.school_id,
        linked_facility_id = i.facility_id, email_verified = true, student_number = i.student_number, phone = i.phone
      where u.id = person.id;
    delete from priv.sessions s where s.user_id = person.id;
    delete from priv.user_tokens t where t.user_id = person.id;
  end if;
  insert into priv.credentials (user_id, client_setting, verifier) values (person.id, p_client_setting, p_verifier)
    on conflict on constraint credentials_pkey do update
      set client_setting = excluded.client_setting, verifier = excluded.verifier, must_change = false, changed_at = now();
  perform app.finish_acceptance(i, person.id, btrim(p_full_name));
  return query select 'accepted', person.id;
end $$;
grant execute on function app.accept_invitation(text, text, text, text) to app_auth;

-- Accepts with the account that is signed in: one that waits for approval becomes active at the place it is invited to;
-- one that is there already is told so. An active account keeps its one role and place.
-- Reason: it must see and write what its caller may not: a digest, and the role and place of an account.
create or replace function app.accept_invitation_signed_in(p_token_hash text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i public.invitations;
  locked record;
  person public.users;
begin
  select l.* into locked from app.lock_invitation(p_token_hash) l;
  if locked.answer <> 'valid' then return locked.answer; end if;
  i := locked.invitation;
  if app.acting_as() is not null then perform app.refuse('Only in person', '42501'); end if;
  perform 1 from public.signup_requests r where r.user_id = app.uid() for update;
  select * into person from public.users u where u.id = app.uid() for update;
  if not found or person.email <> i.email or not person.email_verified then return 'other_person'; end if;
  if person.status in ('pending', 'returned', 'declined') then
    update public.users u set role = i.role, status = 'active', linked_school_id = i.school_id, linked_facility_id = i.facility_id,
        student_number = coalesce(i.student_number, u.student_number), phone = coalesce(u.phone, i.phone)
      where u.id = person.id;
  elsif person.status <> 'active' or person.role <> i.role or person.linked_school_id is distinct from i.school_id
    or person.linked_facility_id is distinct from i.facility_id then
    return 'other_place';
  end if;
  perform app.finish_acceptance(i, person.id, person.full_name);
  return 'accepted';
end $$;
grant execute on function app.accept_invitation_signed_in(text) to app_rw;

-- What both ways of accepting end with: the invitation is closed, a sign-up that waited is answered by it, the trail is
-- written and the inviter told.
-- Reason: the two functions above need it.
create or replace function app.finish_acceptance(i public.invitations, p_user_id uuid, p_name text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.invitations v set status = 'accepted', accepted_at = now(), accepted_user_id = p_user_id,
    opened_at = coalesce(v.opened_at, now()) where v.id = i.id;
  update public.signup_requests r set status = 'approved', decided_by = i.invited_by, decided_at = now()
    where r.user_id = p_user_id and r.status in ('pending', 'returned');
  insert into public.audit_events (actor_id, action, entity, entity_id, school_id, facility_id)
    values (p_user_id, 'accept', 'invitations', i.id::text, i.school_id, i.facility_id);
  -- Not for imports, where it would be hundreds of notifications.
  if i.batch_id is null then
    perform app.notify_code(array[i.invited_by], 'invitation_accepted', 'invitation.accepted',
      jsonb_build_object('name', p_name, 'email', i.email, 'role', i.role),
      case when i.role = 'facility_admin' then '/facility/users' else '/school/students?view=invitations' end, 'invitation accepted ' || i.id);
  end if;
end $$;

-- Somebody asks for a new link after theirs expired, or after who sent it lost the right to. Says nothing back: the answer is
-- the same for every token. The inviter hears of it once a day; where they may no longer invite, the administrators of the place do.
-- Reason: it must see what its caller may not: a digest, for someone who is not signed in.
create or replace function app.ask_for_invitation(p_token_hash text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i public.invitations; blocker text;
begin
  select v.* into i from public.invitations v join priv.invitation_tokens t on t.invitation_id = v.id
    where t.token_hash = p_token_hash and v.status in ('sent', 'opened') for update of v;
  if not found then return; end if;
  blocker := app.invitation_blocker(i);
  if blocker = 'place_closed' or (i.expires_at > now() and blocker is null) then return; end if;
  update public.invitations v set renewal_asked_at = now() where v.id = i.id;
  perform app.notify_code(array(
      select i.invited_by where blocker is null
      union all
      select u.id from public.users u where u.status = 'active' and u.email_verified and blocker is not null
        and ((u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = i.school_id)
          or (u.role = 'facility_admin' and u.linked_facility_id = i.facility_id))),
    'invitation_renewal', 'invitation.renewal_requested', jsonb_build_object('name', coalesce(i.full_name, i.email), 'email', i.email),
    case when i.role = 'facility_admin' then '/facility/users?view=invitations' else '/school/students?view=invitations' end,
    'invitation renewal ' || i.id || ' ' || current_date);
end $$;
grant execute on function app.ask_for_invitation(text) to app_auth;
