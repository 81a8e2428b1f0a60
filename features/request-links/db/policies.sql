-- The worker creates the link of an email that it has claimed: for a person who runs a facility, for at most seven days. It reads no links.
grant insert (token_hash, user_id, school_id, submitted_from, expires_at) on priv.request_links to app_worker;
create policy worker_makes_links on priv.request_links for insert to app_worker
  with check (expires_at <= now() + interval '7 days' and answered_at is null
    and exists (select from priv.mails m join public.users u on u.id = m.user_id
      where u.id = request_links.user_id and u.role = 'facility_admin' and m.kind = 'notification' and m.status = 'queued'));
grant select (created_at) on public.notifications to app_worker;
grant select (id, answers_need_sign_in) on public.organizations to app_worker;
create policy worker_sees_who_wants_a_sign_in on public.organizations for select to app_worker using (answers_need_sign_in);
