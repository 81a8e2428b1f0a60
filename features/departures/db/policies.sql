-- A departure can be seen and written by the person and by those who may deactivate them; no one can sign for another.
grant select, insert, update (status, last_day, ends_at, reason, decided_by, ended_at, job_id, failure, changed_by, changed_at, earlier_last_day) on public.departures to app_rw;
create policy seen on public.departures for select to app_rw
  using (user_id = (select app.uid()) or exists (select from public.users u where u.id = user_id and app.may_deactivate(u.id)));
create policy decide on public.departures for insert to app_rw
  with check (exists (select from public.users u where u.id = user_id and app.may_deactivate(u.id)) and decided_by = (select app.uid()));
create policy decide_again on public.departures for update to app_rw
  using (exists (select from public.users u where u.id = user_id and app.may_deactivate(u.id))) with check (exists (select from public.users u where u.id = user_id and app.may_deactivate(u.id)));

grant select, insert, delete, update (action, successor_id, taken_at, was, given_back, note) on public.departure_steps to app_rw;
create policy with_departure on public.departure_steps for all to app_rw
  using (exists (select from public.departures d where d.id = departure_id and app.may_deactivate(d.user_id)))
  with check (exists (select from public.departures d where d.id = departure_id and app.may_deactivate(d.user_id)));

-- The scheduler starts due departures, and records why it could not.
grant select (id, user_id, decided_by, job_id, status, ends_at, failure, version), update (job_id, failure) on public.departures to app_worker;
grant insert (id, kind, title, asked_by, school_id, facility_id, input) on public.jobs to app_worker;
create policy worker_starts_departures on public.jobs for insert to app_worker with check (kind = 'departure' and status = 'queued'
  and exists (select from public.departures d where d.id = (input ->> 'departure_id')::uuid and d.decided_by = asked_by));
create policy worker_sees_planned on public.departures for select to app_worker using (status = 'planned');
create policy worker_marks on public.departures for update to app_worker using (status = 'planned' and failure is null) with check (status = 'planned');
grant execute on function app.role_may_invite(text, uuid, uuid, text, uuid, uuid) to app_worker;
