-- A school's administrators see their school's partnerships, a facility admin those of the organization or sites in their scope, the
-- superadmin all. Only the author's party sees a draft. Anyone who decides for a party may change it; the guards say which columns and
-- steps.
grant select on public.partnerships, public.partnership_sites, public.partnership_programs, public.partnership_files, public.partnership_events to app_rw;
create policy superadmin_sees_partnerships on public.partnerships for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_partnerships on public.partnerships for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()) and (status <> 'draft' or direction = 'school_requested'));
create policy facility_admins_see_partnerships on public.partnerships for select to app_rw
  using ((select app.role()) = 'facility_admin' and id in (select app.partnership_ids_at()) and (status <> 'draft' or direction = 'facility_invited'));

-- The rows of a partnership are visible with it: this query is subject to the policies above.
create policy seen_with_partnership on public.partnership_sites for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
create policy seen_with_partnership on public.partnership_programs for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
create policy seen_with_partnership on public.partnership_files for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
create policy seen_with_partnership on public.partnership_events for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));

-- A partnership begins as a draft of the requesting party; a superadmin requests for the school. auto_approve_shifts is set from the
-- beginning if the organization's defaults say so.
grant insert (id, school_id, organization_id, direction, message, all_sites, contact_school, contact_facility, agreement_kind, signed_on,
  effective_from, effective_to, auto_renew, notice_days, auto_approve_shifts, liability_min_cents, indemnity, seat_quota_per_semester) on public.partnerships to app_rw;
create policy administrators_ask on public.partnerships for insert to app_rw
  with check (status = 'draft' and direction = 'school_requested' and (not auto_approve_shifts or organization_id in (select o.id from public.organizations o where o.default_auto_approve))
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy facility_admins_invite on public.partnerships for insert to app_rw
  with check (status = 'draft' and direction = 'facility_invited' and (not auto_approve_shifts or organization_id in (select o.id from public.organizations o where o.default_auto_approve))
    and (select app.role()) = 'facility_admin'
    and organization_id in (select app.facility_scope((select app.facility_id()))));

grant update (status, message, all_sites, contact_school, contact_facility, agreement_kind, signed_on, effective_from, effective_to, auto_renew,
  notice_days, liability_min_cents, indemnity, seat_quota_per_semester, quota_by_unit, auto_approve_shifts, blackout, required_credential_ids, status_reason, ends_on,
  ending_cancels, proposal) on public.partnerships to app_rw;
create policy superadmin_changes on public.partnerships for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy administrators_change on public.partnerships for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()) and (status <> 'draft' or direction = 'school_requested'))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and (status <> 'draft' or direction = 'school_requested'));
create policy facility_admins_change on public.partnerships for update to app_rw
  using ((select app.role()) = 'facility_admin' and id in (select x from app.partnership_ids_at() x where app.partnership_party_of(x) = 'facility') and (status <> 'draft' or direction = 'facility_invited'))
  with check ((select app.role()) = 'facility_admin' and id in (select x from app.partnership_ids_at() x where app.partnership_party_of(x) = 'facility') and (status <> 'draft' or direction = 'facility_invited'));

-- Its sites belong to the organization, within the facility admin's scope; the school chooses them until the facility reviews it.
grant insert (partnership_id, school_id, site_id), delete on public.partnership_sites to app_rw;
create policy chosen_by_parties on public.partnership_sites for insert to app_rw
  with check (site_id in (select s.id from public.partnerships p cross join app.facility_scope(p.organization_id) s (id)
      where p.id = partnership_id and app.may_choose(p.id, 'facility'))
    and ((select app.role()) <> 'facility_admin' or site_id in (select app.facility_scope((select app.facility_id())))));
create policy dropped_by_parties on public.partnership_sites for delete to app_rw
  using (partnership_id in (select p.id from public.partnerships p where app.may_choose(p.id, 'facility')));

-- The school chooses its programs; a facility names them in its invitation.
grant insert (partnership_id, school_id, program_id), delete on public.partnership_programs to app_rw;
create policy chosen_by_school on public.partnership_programs for insert to app_rw
  with check (partnership_id in (select p.id from public.partnerships p where app.may_choose(p.id, 'school')));
create policy dropped_by_school on public.partnership_programs for delete to app_rw
  using (partnership_id in (select p.id from public.partnerships p where app.may_choose(p.id, 'school')));

-- Either party adds a signed agreement, in its own name, while there is something to agree on. Agreements can't be deleted.
grant insert (id, partnership_id, school_id, name, content, size_bytes, sha256, uploaded_party, position) on public.partnership_files to app_rw;
create policy added_by_parties on public.partnership_files for insert to app_rw
  with check ((partnership_id, uploaded_party) in (select p.id, app.partnership_party_of(p.id) from public.partnerships p
    where p.status not in ('declined', 'withdrawn', 'terminated')));

-- The scheduler reads partnerships that may be due, renews and ends them, and writes those history entries itself.
grant select (id, school_id, organization_id, status, status_reason, version, ends_on, ending_cancels, effective_to, auto_renew, notice_days, updated_at),
  update (status, effective_to, suspended_by_party, ending_cancels, proposal, proposal_party) on public.partnerships to app_worker;
create policy worker_sees_running on public.partnerships for select to app_worker using (status in ('active', 'suspended') or updated_at = now());
create policy worker_lets_days_pass on public.partnerships for update to app_worker
  using (status in ('active', 'suspended')) with check (status in ('active', 'suspended', 'expired', 'terminated'));
grant select (partnership_id, event, details), insert (partnership_id, school_id, event, from_status, to_status, at_version, reason, details)
  on public.partnership_events to app_worker;
create policy worker_sees_reminders on public.partnership_events for select to app_worker using (event = 'reminded');
create policy worker_writes_days on public.partnership_events for insert to app_worker
  with check (party = 'system' and actor_id is null and event in ('renewed', 'expired', 'terminated', 'reminded'));
