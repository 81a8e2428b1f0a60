-- A facility's admins manage the preceptors of their part of the hierarchy, and each preceptor with an account their own profile. A
-- school's people see those of partner facilities, because they agree to who takes their students. Students and people who are not signed
-- in see none.
grant select on public.preceptors, public.preceptor_requirements, public.preceptor_link_events to app_rw;
grant insert (id, facility_id, full_name, email, license_no, license_type, license_state, is_multistate, license_expires_on, years_experience, years_in_setting,
  education, orientation_completed_on, max_students, accepts, availability, bio, created_by) on public.preceptors to app_rw;
grant update (full_name, license_no, license_type, license_state, is_multistate, license_expires_on, years_experience, years_in_setting, education,
  orientation_completed_on, max_students, accepts, availability, bio) on public.preceptors to app_rw;
create policy superadmin_sees_preceptors on public.preceptors for select to app_rw using ((select app.is_superadmin()));
create policy school_sees_partners_preceptors on public.preceptors for select to app_rw
  using (((select app.is_school_admin()) or (select app.role()) = 'proctor') and facility_id in (select app.partner_facilities((select app.school_id()))));
create policy facility_sees_preceptors on public.preceptors for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy preceptor_sees_own_profile on public.preceptors for select to app_rw using (id in (select app.preceptor_ids()));
create policy facility_invites_preceptors on public.preceptors for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy facility_changes_preceptors on public.preceptors for update to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy preceptor_changes_own_profile on public.preceptors for update to app_rw
  using ((select app.role()) = 'facility_admin' and user_id = (select app.uid()))
  with check ((select app.role()) = 'facility_admin' and user_id = (select app.uid()));

create policy members_see_requirements on public.preceptor_requirements for select to app_rw using ((select app.role()) is not null);

create policy superadmin_sees_link_events on public.preceptor_link_events for select to app_rw using ((select app.is_superadmin()));
create policy school_sees_link_events on public.preceptor_link_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- A link is found by the digest of its token, a column that no one reads or writes: until it is mailed, no token opens it
-- (app.mail_preceptor_link). Its holder submits it once, without signing in. The school sends one to a preceptor of its project, which
-- replaces the one before, at most eight a day to each, not counting the scheduler's; a person who acts by a link creates the next one for
-- themselves. Its events stay with it.
alter table public.preceptor_links alter column token_hash set default replace(concat(gen_random_uuid(), gen_random_uuid()), '-', '');
grant select (id, preceptor_id, task, kind, school_id, project_id, nomination_id, day_id, created_at, expires_at, spent_at, replaced_at),
  insert (id, preceptor_id, task, kind, school_id, project_id, nomination_id, day_id), update (spent_at, replaced_at) on public.preceptor_links to app_rw;
create policy found_by_its_digest on public.preceptor_links for select to app_rw using (id = (select app.opened_link()));
create policy submitted_once on public.preceptor_links for update to app_rw
  using (id = (select app.opened_link()) and spent_at is null and replaced_at is null and expires_at > now())
  with check (spent_at = now() and replaced_at is null);
create policy parties_see_open_ones on public.preceptor_links for select to app_rw
  using (spent_at is null and coalesce(replaced_at, now()) = now() and exists (select from public.capstone_projects p where p.id = project_id)
    and ((select app.uid()) is not null or task = 'sign' and preceptor_id in (select app.preceptor_ids())));
create policy school_replaces on public.preceptor_links for update to app_rw
  using (spent_at is null and replaced_at is null and exists (select from public.capstone_projects p where p.id = project_id)
    and ((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())
      or task = 'sign' and preceptor_id in (select app.preceptor_ids())))
  with check (spent_at is null and replaced_at = now());
create policy school_sends on public.preceptor_links for insert to app_rw
  with check (((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())
      or task = 'sign' and preceptor_id in (select app.preceptor_ids()))
    and (exists (select from public.capstone_nominations n where n.project_id = preceptor_links.project_id and n.preceptor_id = preceptor_links.preceptor_id
        and app.links_sent(n.preceptor_id) < 8)
      or exists (select from public.capstone_days d where d.id = coalesce(day_id, d.id) and d.project_id = preceptor_links.project_id
        and d.preceptor_id = preceptor_links.preceptor_id and app.links_sent(d.preceptor_id) < 8)));
grant insert (school_id, project_id, preceptor_id, task, what) on public.preceptor_link_events to app_rw;
create policy left_with_the_link on public.preceptor_link_events for insert to app_rw
  with check ((school_id, project_id, preceptor_id, task) in (select l.school_id, l.project_id, l.preceptor_id, l.task from public.preceptor_links l
    where case what when 'sent' then l.created_at = now() when 'submitted' then l.spent_at = now() else (select app.uid()) is null end));
grant select (id, preceptor_id, task, kind, project_id, school_id, day_id, created_at, spent_at, replaced_at),
  insert (id, preceptor_id, task, kind, school_id, project_id, nomination_id, day_id), update (replaced_at) on public.preceptor_links to app_worker;
create policy worker_sees_open_links on public.preceptor_links for select to app_worker using (spent_at is null);
create policy worker_sends on public.preceptor_links for insert to app_worker
  with check (exists (select from public.capstone_nominations n where n.project_id = preceptor_links.project_id and n.preceptor_id = preceptor_links.preceptor_id
      and app.links_sent(n.preceptor_id) is not null)
    or exists (select from public.capstone_days d where d.id = coalesce(day_id, d.id) and d.project_id = preceptor_links.project_id
      and d.preceptor_id = preceptor_links.preceptor_id and app.links_sent(d.preceptor_id) is not null));
create policy worker_replaces on public.preceptor_links for update to app_worker
  using (spent_at is null and replaced_at is null) with check (replaced_at = now());
grant insert (school_id, project_id, preceptor_id, task, what) on public.preceptor_link_events to app_worker;
create policy left_with_the_link_by_worker on public.preceptor_link_events for insert to app_worker
  with check (what = 'sent' and (school_id, project_id, preceptor_id, task) in (select l.school_id, l.project_id, l.preceptor_id, l.task
    from public.preceptor_links l where l.created_at = now()));

-- The trigger of an evaluation that the scheduler opens reads its preceptor's name.
grant select (id, full_name, user_id) on public.preceptors to app_worker;
create policy worker_names_preceptors on public.preceptors for select to app_worker using (true);
