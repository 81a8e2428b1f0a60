-- What must see or write what its caller may not: tokens (kept as SHA-256, they never leave again), counters, and accounts that
-- are not the asker's to see. Who invites whom, sending again, revoking, and what a link says are TypeScript.

-- Who may invite whom (rules.ts: invitableRoles, and the policies): the superadmin anybody; a school super admin and a school admin people of
-- their school, in their measure; a facility admin facility admins at their own node or below it.
-- Reason: the functions below and policies of other features ask it, for whoever asks or is asked about.
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
drop function if exists app.may_invite(text, uuid, uuid);
grant execute on function app.role_may_invite(text, uuid, uuid, text, uuid, uuid) to app_rw;

-- May the asker deactivate this person and let them in again? The superadmin everyone; others themselves and whom they may invite to
-- that role and place, and never while acting as someone else.
-- Reason: policies and functions of other features need it, for whoever asks.
create or replace function app.may_deactivate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.is_superadmin() or (app.acting_as() is null and (p_user_id = app.uid() or exists (select 1 from public.users u where u.id = p_user_id
    and app.role_may_invite(app.role(), app.school_id(), app.facility_id(), u.role, u.linked_school_id, u.linked_facility_id)))), false)
$$;
grant execute on function app.may_deactivate(uuid) to app_rw;

drop function if exists app.invitation_state(text, timestamptz);
drop function if exists app.refuse_until(text, numeric), app.spend_invitations(integer, boolean), app.count_invitation_mails(text[]);

-- With the fact in one word before.
do $$
begin
  if (select 'fact' = any (p.proargnames) from pg_proc p where p.oid = to_regprocedure('app.invitee_facts(uuid, uuid, text[])')) then
    drop function app.invitee_facts(uuid, uuid, text[]);
  end if;
end $$;
-- What is known of addresses at a place. An account counts from the moment its address is verified: until then anybody
-- could have typed it. Whether one exists outside the school is said to school administrators only, and counted: 20,000
-- addresses and 200 such answers a day.
-- Reason: it must see what its caller may not: accounts elsewhere, and counters.
create or replace function app.invitee_facts(p_school_id uuid, p_facility_id uuid, p_emails text[])
returns table (email text, is_member boolean, is_elsewhere boolean, had_enough boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.role_may_invite(app.role(), app.school_id(), app.facility_id(), case when p_school_id is null then 'facility_admin' else 'student' end,
    p_school_id, p_facility_id) then perform app.refuse('Not yours to invite', '42501'); end if;
  if cardinality(p_emails) > 2000 then perform app.refuse('At most 2,000 addresses at once.'); end if;
  if p_school_id is not null and not app.is_superadmin() then
    perform app.spend_allowance('invitee addresses ' || app.real_uid(), cardinality(p_emails), 20000, interval '1 day', 'invitation.checked_often');
    perform app.spend_allowance('invitee answers ' || app.real_uid(), count(*)::integer, 200, interval '1 day', 'invitation.checked_often')
      from public.users u where u.email = any (p_emails) and u.email_verified and u.linked_school_id is distinct from p_school_id having count(*) > 0;
  end if;
  return query
    select e.email, coalesce(u.linked_school_id = p_school_id or u.linked_facility_id in (select app.facility_scope(p_facility_id))
        or exists (select 1 from public.signup_requests r where r.user_id = u.id and r.status in ('pending', 'returned')
          and (r.school_id = p_school_id or r.facility_id = p_facility_id)), false),
      u.id is not null and p_school_id is not null, exists (select 1 from priv.throttles k where k.key = 'invitations to ' || e.email
        and k.attempts >= 8 and k.window_started_at > now() - interval '1 day')
    from (select distinct a.email from unnest(p_emails) a (email)) e left join public.users u on u.email = e.email and u.email_verified;
end $$;

grant execute on function app.invitee_facts(uuid, uuid, text[]) to app_rw;

drop function if exists app.issue_invitation_tokens(jsonb), app.queue_invitation_mails(jsonb);
-- Sends invitations that the asker has just written or sent again: each gets its token, every older one dies, and its mail is queued, once for each
-- sending. Each is counted, and an allowance that is used up refuses them all: mails that one person may cause in an hour, 100 by hand (sent again
-- included) and 3,000 by imports, and eight a day to one address, whoever sends them. What is taken back is not given back: the mail has gone out.
-- p_sent: [{id, token_hash, subject, text, html}].
-- Reason: it must write what its caller may not: digests, counters, and the outbox.
create or replace function app.send_invitations(p_sent jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  made public.invitations[] := array(select i from jsonb_to_recordset(p_sent) t (id uuid) join public.invitations i on i.id = t.id
    where i.invited_by = app.uid() and i.sent_at = now() and i.status = 'sent' order by i.email);
  is_import boolean := (select bool_and(m.resend_count = 0 and m.batch_id is not null) from unnest(made) m);
  wait integer := (select max(app.reserve_attempt('invitation resend ' || m.id, 5, interval '1 hour')) from unnest(made) m where m.resend_count > 0);
begin
  if made = '{}' then return; end if;
  if wait > 0 then raise exception 'invitation.sent_often' using errcode = 'PW429', detail = jsonb_build_object('seconds', wait); end if;
  perform app.spend_allowance(case when is_import then 'invitations imported by ' else 'invitations by ' end || app.real_uid(), cardinality(made),
    case when is_import then 3000 else 100 end, interval '1 hour', 'invitation.hourly',
    jsonb_build_object('is_import', is_import, 'amount', cardinality(made)));
  -- In one order, so that two who count at once wait for each other.
  perform app.spend_allowance('invitations to ' || e.email, 1, 8, interval '1 day', 'invitation.daily')
    from (select distinct m.email from unnest(made) m order by 1) e;
  update priv.invitation_tokens t set replaced_at = now() where t.invitation_id in (select m.id from unnest(made) m) and t.replaced_at is null;
  insert into priv.invitation_tokens (token_hash, invitation_id)
    select t.token_hash, m.id from jsonb_to_recordset(p_sent) t (id uuid, token_hash text) join unnest(made) m on m.id = t.id;
  perform app.queue_mail('invitation', m.email, t.subject, t.text, t.html, null, 'invitation ' || m.id || ' ' || m.resend_count)
    from jsonb_to_recordset(p_sent) t (id uuid, subject text, text text, html text) join unnest(made) m on m.id = t.id;
end $$;
grant execute on function app.send_invitations(jsonb) to app_rw;

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

drop function if exists app.invitation_answer(text, timestamptz, timestamptz), app.open_invitation(text), app.accept_invitation(text, text, text, text),
  app.accept_invitation_signed_in(text), app.ask_for_invitation(text), app.finish_acceptance(public.invitations, uuid, text),
  app.lock_invitation(text), app.invitation_answer(public.invitations, timestamptz), app.invitation_blocker(public.invitations);

-- The invitation of a link, with what it did not know when it was sent: whether its place and all above it are at work, and whether who sent it
-- may still invite there (has left, was moved, lost the role); and who is at its address and who administers its place. rules.ts says what the link
-- answers.
-- Reason: it must see what its caller may not: a digest, and accounts.
create or replace function app.invitation_of_link(p_token_hash text) returns table (id uuid, status text, email text, full_name text, role text, place_name text,
  invited_by uuid, invited_by_name text, message text, expires_at timestamptz, batch_id uuid, is_over boolean,
  is_replaced boolean, is_open boolean, may_invite boolean, has_account boolean, administrators uuid[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.id, i.status, i.email, i.full_name, i.role, coalesce(s.name, f.name), i.invited_by, u.full_name, i.message, i.expires_at, i.batch_id,
    i.expires_at <= now(), t.replaced_at is not null, coalesce(s.is_active, (select bool_and(n.status in ('active', 'paused'))
      from public.facilities n where n.id in (select app.nodes_above(i.facility_id)))),
    coalesce(u.status = 'active' and u.email_verified
      and app.role_may_invite(u.role, u.linked_school_id, u.linked_facility_id, i.role, i.school_id, i.facility_id), false),
    exists (select 1 from public.users a where a.email = i.email and (a.email_verified or a.status = 'deactivated')),
    array(select a.id from public.users a where a.status = 'active' and a.email_verified
      and (a.role in ('school_admin', 'school_super_admin') and a.linked_school_id = i.school_id
        or a.role = 'facility_admin' and a.linked_facility_id = i.facility_id))
  from priv.invitation_tokens t join public.invitations i on i.id = t.invitation_id
  left join public.schools s on s.id = i.school_id left join public.facilities f on f.id = i.facility_id left join public.users u on u.id = i.invited_by
  where t.token_hash = p_token_hash
$$;

-- Makes a member of a place by a link that can still be used (Spec §4: verified at creation and linked): of a new account; of one that nobody
-- has verified, since the link proves the mailbox and somebody may have typed this address; or of the one that is signed in, where it waits for
-- approval or is there already; a sign-up that waited is answered by it. Any other stays as it is, and so does the invitation: then there is no
-- answer. Who is signed in keeps their name and phone, and is joined in person alone.
-- Reason: it must write what its caller may not: the role, place and status of an account, and the trail.
create or replace function app.join_by_invitation(p_token_hash text, p_full_name text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i public.invitations;
  person uuid;
begin
  -- A sign-up's decision locks the request before the person; so does this, or the two could lock each other out.
  perform 1 from public.signup_requests r join public.users u on u.id = r.user_id join public.invitations v on v.email = u.email
    join priv.invitation_tokens t on t.invitation_id = v.id where t.token_hash = p_token_hash for update of r;
  select v.* into i from public.invitations v join priv.invitation_tokens t on t.invitation_id = v.id
    where t.token_hash = p_token_hash and t.replaced_at is null and v.status in ('sent', 'opened') and v.expires_at > now() for update;
  insert into public.users as u (email, full_name, role, status, linked_school_id, linked_facility_id, email_verified, student_number, phone, created_by)
    select i.email, btrim(p_full_name), i.role, 'active', i.school_id, i.facility_id, true, i.student_number, i.phone, i.invited_by
    where app.acting_as() is null and i.email = coalesce((select me.email from public.users me where me.id = app.uid()), i.email)
    on conflict (email) do update set role = excluded.role, status = excluded.status, linked_school_id = excluded.linked_school_id,
      linked_facility_id = excluded.linked_facility_id, email_verified = true,
      full_name = case when u.email_verified then u.full_name else excluded.full_name end,
      student_number = coalesce(excluded.student_number, case when u.email_verified then u.student_number end),
      phone = coalesce(case when u.email_verified then u.phone end, excluded.phone)
      where not u.email_verified and u.status <> 'deactivated' or u.id = app.uid() and (u.status in ('pending', 'returned', 'declined')
        or (u.status, u.role, u.linked_school_id, u.linked_facility_id) is not distinct from
          (excluded.status, excluded.role, excluded.linked_school_id, excluded.linked_facility_id))
    returning u.id into person;
  if person is null then return null; end if;
  update public.invitations v set status = 'accepted', accepted_at = now(), accepted_user_id = person, opened_at = coalesce(v.opened_at, now())
    where v.id = i.id;
  update public.signup_requests r set status = 'approved', decided_by = i.invited_by, decided_at = now()
    where r.user_id = person and r.status in ('pending', 'returned');
  insert into public.audit_events (actor_id, action, entity, entity_id, school_id, facility_id)
    values (person, 'accept', 'invitations', i.id::text, i.school_id, i.facility_id);
  return person;
end $$;
grant execute on function app.invitation_of_link(text), app.join_by_invitation(text, text) to app_auth;
