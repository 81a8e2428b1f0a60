-- Everyone may read the platform's instruments, and members those of their school; administrators write their school's. Evaluators may read
-- the version they evaluate with.
grant select on public.evaluation_instruments, public.instrument_versions, public.school_instruments to app_rw;
grant insert (id, owner_school_id, name, draft) on public.evaluation_instruments to app_rw;
grant update (name, draft, latest_version, status) on public.evaluation_instruments to app_rw;
grant insert (instrument_id, number, owner_school_id, name, content, published_by) on public.instrument_versions to app_rw;
grant insert (school_id, time, instrument_id), update (instrument_id), delete on public.school_instruments to app_rw;

create policy platform_instruments_are_seen on public.evaluation_instruments for select to app_rw
  using (owner_school_id is null and (select app.role()) is not null);
create policy superadmin_sees_instruments on public.evaluation_instruments for select to app_rw using ((select app.is_superadmin()));
create policy members_see_instruments on public.evaluation_instruments for select to app_rw using (owner_school_id = (select app.school_id()));
create policy administrators_create_instruments on public.evaluation_instruments for insert to app_rw
  with check ((select app.is_school_admin()) and owner_school_id = (select app.school_id()));
create policy administrators_change_instruments on public.evaluation_instruments for update to app_rw
  using ((select app.is_school_admin()) and owner_school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and owner_school_id = (select app.school_id()));
-- A preceptor, signed in or by a link, evaluates with the forms of the student's school.
create policy preceptors_see_instruments on public.evaluation_instruments for select to app_rw
  using (case when owner_school_id is null then (select l.kind from app.preceptor_link() l) is not null
    else owner_school_id in (select p.school_id from public.capstone_projects p where p.id in (select app.precepted_projects())) end);

create policy platform_versions_are_seen on public.instrument_versions for select to app_rw
  using (owner_school_id is null and (select app.role()) is not null);
create policy superadmin_sees_versions on public.instrument_versions for select to app_rw using ((select app.is_superadmin()));
create policy members_see_versions on public.instrument_versions for select to app_rw using (owner_school_id = (select app.school_id()));
create policy evaluators_see_versions on public.instrument_versions for select to app_rw
  using ((instrument_id, number) in (select e.instrument_id, e.instrument_version from public.evaluations e where e.evaluator_id = (select app.uid())));
create policy preceptors_see_versions on public.instrument_versions for select to app_rw
  using (case when owner_school_id is null then (select l.kind from app.preceptor_link() l) is not null
    else owner_school_id in (select p.school_id from public.capstone_projects p where p.id in (select app.precepted_projects())) end);
create policy administrators_publish on public.instrument_versions for insert to app_rw
  with check ((select app.is_school_admin()) and owner_school_id = (select app.school_id()) and published_by = (select app.uid())
    and instrument_id in (select i.id from public.evaluation_instruments i where i.owner_school_id = (select app.school_id())));

create policy superadmin_sees_choices on public.school_instruments for select to app_rw using ((select app.is_superadmin()));
create policy members_see_choices on public.school_instruments for select to app_rw using (school_id = (select app.school_id()));
create policy preceptors_see_choices on public.school_instruments for select to app_rw
  using (school_id in (select p.school_id from public.capstone_projects p where p.id in (select app.precepted_projects())));
create policy administrators_choose on public.school_instruments for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and instrument_id in (select i.id from public.evaluation_instruments i where i.owner_school_id is null or i.owner_school_id = (select app.school_id())));
create policy administrators_choose_again on public.school_instruments for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and instrument_id in (select i.id from public.evaluation_instruments i where i.owner_school_id is null or i.owner_school_id = (select app.school_id())));
create policy administrators_choose_none on public.school_instruments for delete to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- The scheduler opens evaluations of shifts with the form that the school chose for them.
grant select (id, latest_version, owner_school_id) on public.evaluation_instruments to app_worker;
grant select (school_id, time, instrument_id) on public.school_instruments to app_worker;
create policy worker_sees_instruments on public.evaluation_instruments for select to app_worker using (status in ('active', 'retired'));
create policy worker_sees_choices on public.school_instruments for select to app_worker using (time = 'shift');
