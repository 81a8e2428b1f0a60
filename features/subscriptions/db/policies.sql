-- A school's administrators read its subscription; the superadmin reads all. Its status follows the payment provider and the calendar,
-- written by the worker, which acts for no one; no person's login changes it. Only the superadmin sets a plan by hand or extends a trial.
grant select on public.subscriptions, public.billing_owners, public.ownership_transfers, public.invoices, public.billing_events to app_rw;
grant insert (school_id) on public.subscriptions to app_rw;
grant update (status, plan_id, by_invoice, trial_ends_at, period_ends_at, ends_with_period, past_due_since) on public.subscriptions to app_rw;
create policy administrators_see_subscription on public.subscriptions for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy superadmin_begins_trials on public.subscriptions for insert to app_rw
  with check ((select app.is_superadmin()) and status = 'trialing');
create policy superadmin_changes_subscriptions on public.subscriptions for update to app_rw
  using ((select app.is_superadmin()) and (provider_id is null or by_invoice or status in ('canceled', 'incomplete_expired')))
  with check ((select app.is_superadmin()) and (status = 'trialing' and plan_id is null or status = 'active' and by_invoice));

-- The billing owner transfers billing by an offer that the nominee accepts in time: the nominee writes their own name, and no one else's.
grant update (owner_id) on public.billing_owners to app_rw;
grant insert (school_id, owner_id) on public.billing_owners to app_rw;
create policy administrators_see_owner on public.billing_owners for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy nominee_becomes_owner on public.billing_owners for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()) and exists (select from public.ownership_transfers t
    where t.school_id = billing_owners.school_id and t.nominee_id = (select app.uid()) and t.status = 'pending' and t.expires_at > now()
      and t.from_id = billing_owners.owner_id))
  with check (owner_id = (select app.uid()));
create policy nominee_becomes_first_owner on public.billing_owners for insert to app_rw
  with check (owner_id = (select app.uid()) and (select app.is_school_admin()) and school_id = (select app.school_id())
    and exists (select from public.ownership_transfers t
      where t.school_id = billing_owners.school_id and t.nominee_id = (select app.uid()) and t.status = 'pending' and t.expires_at > now()));

-- An offer is pending and is settled once: its nominee answers in time, its owner or the superadmin withdraws it, or the calendar lets it
-- expire.
grant insert (id, school_id, from_id, nominee_id, created_by) on public.ownership_transfers to app_rw;
grant update (status) on public.ownership_transfers to app_rw;
create policy administrators_see_transfers on public.ownership_transfers for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy owner_offers on public.ownership_transfers for insert to app_rw
  with check (status = 'pending' and created_by = (select app.uid())
    and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()) and from_id = (select app.uid()))
    and from_id is not distinct from (select o.owner_id from public.billing_owners o where o.school_id = ownership_transfers.school_id)
    and exists (select from public.users u where u.id = nominee_id and u.linked_school_id = ownership_transfers.school_id and u.status = 'active'
      and u.role in ('school_admin', 'school_super_admin')));
create policy nominee_answers on public.ownership_transfers for update to app_rw
  using (status = 'pending' and nominee_id = (select app.uid()) and (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check (nominee_id = (select app.uid()) and (status = 'declined' or status = 'accepted' and expires_at > now()
    and exists (select from public.billing_owners o where o.school_id = ownership_transfers.school_id and o.owner_id = nominee_id)));
create policy owner_takes_back on public.ownership_transfers for update to app_rw
  using (status = 'pending' and ((select app.is_superadmin()) or (select app.is_school_admin()) and exists (select from public.billing_owners o
    where o.school_id = ownership_transfers.school_id and o.owner_id = (select app.uid()))))
  with check (status = 'withdrawn' and nominee_id is distinct from (select app.uid()));

create policy administrators_see_invoices on public.invoices for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));

-- People record what they did themselves; the worker records what the provider reports and what the calendar does.
grant insert (school_id, kind, actor_id, reason, details) on public.billing_events to app_rw;
create policy administrators_see_billing_events on public.billing_events for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_note_billing_events on public.billing_events for insert to app_rw
  with check (actor_id = (select app.real_uid())
    and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
    and (kind in ('owner_offered', 'owner_changed', 'offer_declined', 'offer_withdrawn') or (select app.is_superadmin())
      and kind in ('trial_started', 'trial_extended', 'plan_by_hand')));

-- The worker acts for no one.
grant select, insert (school_id, trial_ends_at), update (status, plan_id, by_invoice, trial_ends_at, period_ends_at, ends_with_period, past_due_since,
  customer_id, provider_id, read_at) on public.subscriptions to app_worker;
grant select, insert (school_id, owner_id), update (owner_id) on public.billing_owners to app_worker;
grant select, update (status) on public.ownership_transfers to app_worker;
grant select, insert, update (number, status, due_cents, paid_cents, issued_at, pdf_url, page_url, read_at) on public.invoices to app_worker;
grant select, insert on public.billing_events to app_worker;
grant select (created_at, is_active) on public.schools to app_worker;
grant select (id, name) on public.plans to app_worker;
create policy worker_sees_subscriptions on public.subscriptions for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_subscriptions on public.subscriptions for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_subscriptions on public.subscriptions for update to app_worker
  using ((select app.uid()) is null) with check ((select app.uid()) is null);
create policy worker_sees_owners on public.billing_owners for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_owners on public.billing_owners for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_owners on public.billing_owners for update to app_worker
  using ((select app.uid()) is null) with check ((select app.uid()) is null);
create policy worker_sees_offers on public.ownership_transfers for select to app_worker using ((select app.uid()) is null);
create policy worker_lets_offers_expire on public.ownership_transfers for update to app_worker
  using (status = 'pending' and (select app.uid()) is null) with check (status = 'expired');
create policy worker_sees_invoices on public.invoices for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_invoices on public.invoices for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_invoices on public.invoices for update to app_worker
  using ((select app.uid()) is null) with check ((select app.uid()) is null);
create policy worker_sees_billing_events on public.billing_events for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_billing_events on public.billing_events for insert to app_worker with check ((select app.uid()) is null);
create policy worker_sees_plans on public.plans for select to app_worker using ((select app.uid()) is null);
grant select (created_at) on public.users to app_worker;

-- A school that does not pay is read-only: its administrators create nothing new, even if a handler forgets to check (decision 209). They
-- read only their own school's row here, once per statement. Students and facilities read none; only the server restricts students.
create policy school_pays on public.shifts as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.shift_series as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.shift_plans as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.rotations as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.semesters as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.semester_copies as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.cohorts as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.invitations as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.partnerships as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.wishlist_campaigns as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.wishlist_runs as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.shift_templates as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
create policy school_pays on public.automation_rules as restrictive for insert to app_rw
  with check ((select app.is_superadmin()) or (school_id = any (array(select s.school_id from public.subscriptions s where s.is_read_only))) is not true);
