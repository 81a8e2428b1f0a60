-- The people who run a unit create its link, extend it and turn it off; no one reads its hash.
grant select (id, facility_id, expires_at, revoked_at, created_at, created_by, version), insert (facility_id, token_hash, expires_at, created_by),
  update (expires_at, revoked_at) on public.unit_links to app_rw;
create policy managers_see_unit_links on public.unit_links for select to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy managers_make_unit_links on public.unit_links for insert to app_rw
  with check (created_by = (select app.uid()) and expires_at <= now() + interval '366 days'
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))));
create policy managers_change_unit_links on public.unit_links for update to app_rw
  using (revoked_at is null
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))))
  with check (expires_at <= now() + interval '366 days'
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))));
grant select on public.unit_link_openings to app_rw;
create policy managers_see_openings on public.unit_link_openings for select to app_rw using (link_id in (select l.id from public.unit_links l));

-- By a link, without signing in: the shifts of its unit from yesterday to tomorrow in the unit's time zone, who leads them and what they
-- are for. No seats and no students are visible.
grant select (id, facility_id, expires_at, revoked_at) on public.unit_links to app_auth;
create policy link_sees_itself on public.unit_links for select to app_auth using (id = (select l.id from app.unit_link() l));
grant insert (link_id, address_block) on public.unit_link_openings to app_auth;
create policy link_is_opened on public.unit_link_openings for insert to app_auth
  with check (link_id = (select l.id from app.unit_link() l where l.is_open));
grant select (id, kind, name, parent_id, time_zone) on public.facilities to app_auth;
create policy link_sees_its_unit on public.facilities for select to app_auth
  using (id in (select f.id from app.unit_link() l cross join lateral app.facility_line(l.facility_id) f));
grant select (id, school_id, facility_id, title, course_code, date, start_time, end_time, ends_at, time_zone, status, seats_taken, experience_type, objectives,
  instructor_to_be_named, proctor_id, more_proctor_ids, preceptor_id, more_preceptor_ids, cohort_ids) on public.shifts to app_auth;
create policy link_sees_shifts on public.shifts for select to app_auth
  using (facility_id = (select l.facility_id from app.unit_link() l where l.is_open)
    and status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed', 'postponed', 'cancelled')
    and date between current_date - 2 and current_date + 2
    and date between (now() at time zone time_zone)::date - 1 and (now() at time zone time_zone)::date + 1);
grant select (id, name, phone) on public.schools to app_auth;
create policy link_sees_schools on public.schools for select to app_auth
  using (id in (select s.school_id from public.shifts s union all select d.school_id from public.capstone_days d));
grant select (id, school_id, program_id) on public.cohorts to app_auth;
create policy link_sees_cohorts on public.cohorts for select to app_auth using ((select l.is_open from app.unit_link() l) and id in (select unnest(s.cohort_ids) from public.shifts s));
grant select (id, school_id, level, is_active) on public.programs to app_auth;
create policy link_sees_programs on public.programs for select to app_auth using ((select l.is_open from app.unit_link() l) and school_id in (select s.school_id from public.shifts s));
grant select (id, full_name, phone) on public.users to app_auth;
create policy link_sees_who_leads on public.users for select to app_auth
  using ((select l.is_open from app.unit_link() l) and id in (select unnest(array[s.proctor_id, s.preceptor_id] || s.more_proctor_ids || s.more_preceptor_ids) from public.shifts s));

-- The days of capstone projects on the unit.
grant select (id, course_code) on public.capstone_projects to app_auth;
create policy link_sees_capstones on public.capstone_projects for select to app_auth using (id in (select d.project_id from public.capstone_days d));
grant select (id, school_id, project_id, date, start_time, end_time, ends_at, kind, status, facility_id, preceptor_name, floated_to) on public.capstone_days to app_auth;
create policy link_sees_capstone_days on public.capstone_days for select to app_auth
  using (status in ('planned', 'confirmed') and kind <> 'other' and facility_id = (select l.facility_id from app.unit_link() l where l.is_open)
    and (select (now() at time zone f.time_zone)::date - capstone_days.date from app.unit_link() l join public.facilities f on f.id = l.facility_id) between -1 and 1);
