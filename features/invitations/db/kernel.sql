-- Functions that see or write what their caller may not: tokens (stored as SHA-256 and never returned), counters, and accounts that the
-- caller may not see. Who invites whom, sending again, revoking, and the states of a link are in TypeScript.

-- Who may invite whom (rules.ts: invitableRoles, and the policies): the superadmin anyone; school super admins and school admins people of
-- their school, within limits; a facility admin facility admins at their own node or below it.
-- Reason: the functions below and policies of other features need it, for any caller and any person.
create or replace function app.role_may_invite(p_by_role text, p_by_school_id uuid, p_by_facility_id uuid, p_role text, p_school_id uuid, p_facility_id uuid)
returns boolean language sql stable
return coalesce(case p_by_role
    when 'superadmin' then case p_role when 'facility_admin' then p_facility_id is not null and p_school_id is null
      else p_school_id is not null and p_facility_id is null end
    when 'school_super_admin' then p_role in ('student', 'proctor', 'school_admin', 'school_super_admin')
      and p_school_id = p_by_school_id and p_facility_id is null
    when 'school_admin' then p_role in ('student', 'proctor') and p_school_id = p_by_school_id and p_facility_id is null
    when 'facility_admin' then p_role = 'facility_admin' and p_school_id is null
      and p_facility_id in (select app.facility_scope(p_by_facility_id))
  end, false);
drop function if exists app.may_invite(text, uuid, uuid);
grant execute on function app.role_may_invite(text, uuid, uuid, text, uuid, uuid) to app_rw;

-- True when the caller may deactivate this person and reactivate them: the superadmin everyone; others themselves and those they may invite
-- to that role and tenant, and never while acting as someone else.
-- Reason: policies and functions of other features need it, for any caller.
create or replace function app.may_deactivate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.is_superadmin() or (app.acting_as() is null and (p_user_id = app.uid() or exists (select from public.users u where u.id = p_user_id
    and app.role_may_invite(app.role(), app.school_id(), app.facility_id(), u.role, u.linked_school_id, u.linked_facility_id)))), false)
$$;
grant execute on function app.may_deactivate(uuid) to app_rw;

drop function if exists app.invitation_state(text, timestamptz);
drop function if exists app.refuse_until(text, numeric), app.spend_invitations(integer, boolean), app.count_invitation_mails(text[]);

drop function if exists app.invitee_facts(uuid, uuid, text[]);
-- What is known of addresses beyond the caller's own access. An account counts once its address is verified, because before that anyone
-- could have typed it. Whether one exists is revealed only to administrators of the school, and limited to 20,000 addresses and, in
-- calls begun with fewer than 200, 399 accounts elsewhere a day: a refused call counts nothing, so it must not depend on one more account.
-- Reason: it must see what its caller may not: accounts elsewhere, and counters.
create or replace function app.known_addresses(p_school_id uuid, p_emails text[]) returns table (email text, has_account boolean, had_enough boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce(app.administers_school(p_school_id) or p_school_id is null and app.role() = 'facility_admin', false) then
    raise exception 'invitation.not_yours' using errcode = '42501';
  elsif p_school_id is not null and not app.is_superadmin() then
    perform app.spend_allowance('invitee ' || w.what || app.real_uid(), w.used, w.most, '1 day', 'invitation.checked_often')
      from (select count(*)::integer as found from public.users u where u.email = any (p_emails) and u.email_verified and u.linked_school_id is distinct from p_school_id) f,
      lateral (values ('addresses ', cardinality(p_emails), 20000), ('answers ', 0, 199), ('answers ', f.found, 399)) w (what, used, most);
  end if;
  return query select e, p_school_id is not null and exists (select from public.users u where u.email = e and u.email_verified), exists (
      select from priv.throttles where key = 'invitations to ' || e and attempts >= 8 and window_started_at > now() - interval '1 day')
    from unnest(p_emails) e;
end $$;

grant execute on function app.known_addresses(uuid, text[]) to app_rw;

drop function if exists app.issue_invitation_tokens(jsonb), app.queue_invitation_mails(jsonb);
-- Sends invitations that the caller just wrote or sent again: each gets a new token that replaces older ones, and one email is queued for
-- each sending. Refuses all of them when a limit is used up: an hour's emails by one person, 100 by hand (including resends) and 3,000 by
-- imports, and eight a day to one address, no matter who sends. Revoking doesn't restore the allowance, because the email was sent. p_sent:
-- [{id, token_hash, subject, text, html}].
-- Reason: it must write what its caller may not: digests, counters, and the outbox.
create or replace function app.send_invitations(p_sent jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  made public.invitations[] := array(select i from jsonb_to_recordset(p_sent) t (id uuid) join public.invitations i on i.id = t.id
    where i.invited_by = app.uid() and i.sent_at = now() and i.status = 'sent' order by i.email);
  is_import boolean := (select bool_and(m.resend_count = 0 and m.batch_id is not null) from unnest(made) m);
begin
  if made = '{}' then return; end if;
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

-- The status of the latest email of invitations that the caller may see.
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

drop function if exists app.invitation_of_link(text), app.join_by_invitation(text, text);
-- The invitation whose link opened this transaction, by its token's digest: no session, and access only to that invitation and what it
-- names (policies.sql). Returns whether a newer link replaced it, whether its sender may still invite there (did they leave, move or lose
-- the role?), and the account at its address: whether someone verified or closed it, and whether it has the invitation's role and tenant.
-- Reason: policies need it, no login may read digests, and the sign-in login may not read accounts.
create or replace function app.invitation_link() returns table (id uuid, is_replaced boolean, may_invite boolean, account_id uuid, has_account boolean, is_member boolean)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select i.id, t.replaced_at is not null, coalesce(u.status = 'active' and u.email_verified
      and app.role_may_invite(u.role, u.linked_school_id, u.linked_facility_id, i.role, i.school_id, i.facility_id), false),
    a.id, coalesce(a.email_verified or a.status = 'deactivated', false), coalesce(a.email_verified, false)
      and (a.status, a.role, a.linked_school_id, a.linked_facility_id) is not distinct from ('active', i.role, i.school_id, i.facility_id)
  from priv.invitation_tokens t join public.invitations i on i.id = t.invitation_id
  left join public.users u on u.id = i.invited_by left join public.users a on a.email = i.email
  where t.token_hash = current_setting('app.invitation', true)
$$;

-- Adds an account to a school or facility by this transaction's link, if the link is still valid (Spec §4: verified at creation and
-- linked): a new account; one that no one has verified, since the link proves the mailbox and anyone could have typed its address; or the
-- signed-in one, if it is pending approval or already a member. Any other account stays as it is, and nothing is returned. A signed-in
-- person keeps their name and phone and must act for themselves.
-- Reason: it must write what its caller may not: the role, tenant and status of an account.
create or replace function app.join_by_invitation(p_full_name text) returns uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.users as u (email, full_name, role, status, linked_school_id, linked_facility_id, email_verified, student_number, phone, created_by)
    select i.email, p_full_name, i.role, 'active', i.school_id, i.facility_id, true, i.student_number, i.phone, i.invited_by
    from app.invitation_link() l join public.invitations i on i.id = l.id
    where not l.is_replaced and i.status in ('sent', 'opened') and i.expires_at > now()
      and app.acting_as() is null and i.email = coalesce((select email from public.users where id = app.uid()), i.email)
    on conflict (email) do update set role = excluded.role, status = excluded.status, linked_school_id = excluded.linked_school_id,
      linked_facility_id = excluded.linked_facility_id, email_verified = true,
      full_name = case when u.email_verified then u.full_name else excluded.full_name end,
      student_number = coalesce(excluded.student_number, case when u.email_verified then u.student_number end),
      phone = coalesce(case when u.email_verified then u.phone end, excluded.phone)
      where not u.email_verified and u.status <> 'deactivated' or u.id = app.uid() and (u.status in ('pending', 'returned', 'declined')
        or (select l.is_member from app.invitation_link() l))
    returning u.id
$$;
grant execute on function app.invitation_link(), app.join_by_invitation(text), app.nodes_above(uuid) to app_auth;
