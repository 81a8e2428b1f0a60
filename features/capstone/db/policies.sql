-- Students see and write their own projects, school administrators see their school's, faculty
-- members theirs, a facility those it was asked for, preceptors those of their students; a link
-- gives access to one task of one project. guards.sql says what each may change.
grant select on public.capstone_projects, public.capstone_nominations, public.capstone_days, public.capstone_deliverables, public.capstone_concerns,
  public.capstone_events to app_rw;
grant insert (id, school_id, student_id, semester_id, course_code, title, summary, learning_goals, skills, specialty, project_type, preferred_units, start_date,
  end_date, created_by) on public.capstone_projects to app_rw;
grant update (semester_id, course_code, title, summary, learning_goals, skills, specialty, project_type, preferred_units, start_date, end_date, status, faculty_id,
  facility_id, required_hours, orientation_hours, other_hours, goal_states, feedback) on public.capstone_projects to app_rw;
create policy superadmin_sees on public.capstone_projects for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_changes on public.capstone_projects for update to app_rw using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy administrators_see on public.capstone_projects for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_change on public.capstone_projects for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_sees_own on public.capstone_projects for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy student_proposes on public.capstone_projects for insert to app_rw
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy student_changes_own on public.capstone_projects for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy faculty_sees on public.capstone_projects for select to app_rw
  using ((select app.role()) = 'proctor' and faculty_id = (select app.uid()) and school_id = (select app.school_id()));
create policy faculty_changes on public.capstone_projects for update to app_rw
  using ((select app.role()) = 'proctor' and faculty_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'proctor' and faculty_id = (select app.uid()) and school_id = (select app.school_id()));
create policy facility_sees on public.capstone_projects for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy facility_changes on public.capstone_projects for update to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy preceptor_sees on public.capstone_projects for select to app_rw using (id in (select app.precepted_projects()));
create policy preceptor_changes on public.capstone_projects for update to app_rw
  using (id in (select app.precepted_projects())) with check (status in ('matched', 'active', 'awaiting_preceptor'));

grant insert (id, school_id, project_id, preceptor_id, preceptor_name, status, answer_by) on public.capstone_nominations to app_rw;
grant update (status, answer_by, reason, student_signed_at, preceptor_signed_at, faculty_signed_at, override_reason) on public.capstone_nominations to app_rw;
create policy seen_with_project on public.capstone_nominations for select to app_rw
  using (((select app.role()) in ('student', 'proctor') or (select app.is_school_admin()) or (select app.is_superadmin()))
    and exists (select from public.capstone_projects p where p.id = project_id));
create policy facility_sees on public.capstone_nominations for select to app_rw
  using ((select app.role()) = 'facility_admin' and exists (select from public.capstone_projects p where p.id = project_id and p.facility_id in (select app.facility_scope((select app.facility_id())))));
create policy preceptor_sees_own on public.capstone_nominations for select to app_rw
  using (preceptor_id in (select app.preceptor_ids()) and project_id in (select app.precepted_projects()));
-- A facility proposes, the school asks.
create policy parties_nominate on public.capstone_nominations for insert to app_rw
  with check (((select app.role()) in ('proctor', 'facility_admin') or (select app.is_school_admin()) or (select app.is_superadmin()))
    and exists (select from public.capstone_projects p where p.id = project_id and p.status = 'awaiting_preceptor')
    and status = case when (select app.role()) = 'facility_admin' then 'proposed' else 'asked' end and (preceptor_id, preceptor_name) in (select r.id, r.full_name from public.preceptors r));
create policy changed_with_project on public.capstone_nominations for update to app_rw
  using (((select app.role()) in ('student', 'proctor') or (select app.is_school_admin()) or (select app.is_superadmin()))
    and exists (select from public.capstone_projects p where p.id = project_id))
  with check (exists (select from public.capstone_projects p where p.id = project_id));
create policy facility_changes on public.capstone_nominations for update to app_rw
  using ((select app.role()) = 'facility_admin' and exists (select from public.capstone_projects p where p.id = project_id and p.facility_id in (select app.facility_scope((select app.facility_id())))))
  with check (status in ('withdrawn', 'ended'));
create policy preceptor_answers on public.capstone_nominations for update to app_rw
  using (preceptor_id in (select app.preceptor_ids()) and project_id in (select app.precepted_projects()))
  with check (preceptor_id in (select app.preceptor_ids()));

grant insert (id, school_id, project_id, date, start_time, end_time, starts_at, ends_at, kind, preceptor_id, preceptor_name) on public.capstone_days to app_rw;
grant update (status, preceptor_id, reason, minutes, floated_to, student_ready_at, preceptor_ready_at) on public.capstone_days to app_rw;
create policy seen_with_project on public.capstone_days for select to app_rw
  using (exists (select from public.capstone_projects p where p.id = project_id) and coalesce(id = (select l.day_id from app.preceptor_link() l), true));
-- A unit sees who comes, also for a project that is at its site, and who came for one that is elsewhere now.
create policy unit_sees_days on public.capstone_days for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
-- A day is planned with the preceptor who accepted, in the facility's time zone.
create policy planned_with_project on public.capstone_days for insert to app_rw
  with check ((select app.role()) is not null and exists (select from public.capstone_projects p where p.id = project_id and p.status in ('matched', 'active'))
    and ((select app.role()) <> 'facility_admin' or project_id in (select app.precepted_projects()))
    and (project_id, preceptor_id, preceptor_name) in (select n.project_id, n.preceptor_id, n.preceptor_name from public.capstone_nominations n where n.status = 'accepted')
    and (starts_at, ends_at) in (select (capstone_days.date + capstone_days.start_time) at time zone f.time_zone,
        (capstone_days.date + (capstone_days.end_time <= capstone_days.start_time)::integer + capstone_days.end_time) at time zone f.time_zone
      from public.capstone_projects p join public.facilities f on f.id = p.facility_id where p.id = capstone_days.project_id));
create policy changed_with_project on public.capstone_days for update to app_rw
  using (exists (select from public.capstone_projects p where p.id = project_id) and coalesce(id = (select l.day_id from app.preceptor_link() l), true))
  with check (exists (select from public.capstone_projects p where p.id = project_id));

grant insert (id, school_id, project_id, name, due), delete, update (status, file_ids, note, reason) on public.capstone_deliverables to app_rw;
create policy seen_with_project on public.capstone_deliverables for select to app_rw
  using ((select app.role()) is not null and exists (select from public.capstone_projects p where p.id = project_id) and (select app.role()) <> 'facility_admin');
-- Deliverables change only while the proposal is open.
create policy student_adds on public.capstone_deliverables for insert to app_rw
  with check ((select app.role()) = 'student' and exists (select from public.capstone_projects p where p.id = project_id and p.status in ('draft', 'revisions_requested')));
create policy student_removes on public.capstone_deliverables for delete to app_rw
  using ((select app.role()) = 'student' and exists (select from public.capstone_projects p where p.id = project_id and p.status in ('draft', 'revisions_requested')));
create policy changed_with_project on public.capstone_deliverables for update to app_rw
  using ((select app.role()) is not null and (select app.role()) <> 'facility_admin' and exists (select from public.capstone_projects p where p.id = project_id))
  with check (exists (select from public.capstone_projects p where p.id = project_id));
create policy seen_with_deliverable on public.files for select to app_rw
  using (purpose = 'evidence' and exists (select from public.capstone_projects p join public.capstone_deliverables d on d.project_id = p.id
    where p.student_id = files.owner_id and files.id = any (d.file_ids)));

grant insert (id, school_id, project_id, preceptor_id, raised_by_name, severity, text, to_id, to_name) on public.capstone_concerns to app_rw;
grant update (answer) on public.capstone_concerns to app_rw;
create policy school_sees on public.capstone_concerns for select to app_rw
  using (((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())) and exists (select from public.capstone_projects p where p.id = project_id));
create policy preceptor_sees_own on public.capstone_concerns for select to app_rw using (preceptor_id in (select app.preceptor_ids()) and (select l.day_id from app.preceptor_link() l) is null);
-- A concern goes to the faculty member, or to an administrator if there is none.
create policy preceptor_raises on public.capstone_concerns for insert to app_rw
  with check (preceptor_id in (select app.preceptor_ids()) and (preceptor_id, raised_by_name) in (select r.id, r.full_name from public.preceptors r)
    and (project_id, to_id, to_name) in (select f.id, f.contact_id, f.contact_name from app.capstone_facts(array(select app.precepted_projects())) f));
create policy school_answers on public.capstone_concerns for update to app_rw
  using (((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())) and exists (select from public.capstone_projects p where p.id = project_id))
  with check (exists (select from public.capstone_projects p where p.id = project_id));

create policy school_sees on public.capstone_events for select to app_rw
  using (((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())) and exists (select from public.capstone_projects p where p.id = project_id));
create policy student_sees_own on public.capstone_events for select to app_rw
  using ((select app.role()) = 'student' and event <> 'concern' and exists (select from public.capstone_projects p where p.id = project_id));

-- A certificate belongs to the preceptor, even one who has left, and to the school.
grant select on public.capstone_certificates to app_rw;
create policy school_sees on public.capstone_certificates for select to app_rw
  using (((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())) and exists (select from public.capstone_projects p where p.id = project_id));
create policy preceptor_sees_own on public.capstone_certificates for select to app_rw
  using (preceptor_id in (select app.preceptor_ids()) and project_id = coalesce((select l.project_id from app.preceptor_link() l), project_id));
-- Every download adds an entry to the history of its project, in the
-- downloader's own name; also by a preceptor who is no longer part of it.
grant insert (school_id, project_id, party, by_name, event, reason) on public.capstone_events to app_rw;
create policy downloads_are_noted on public.capstone_events for insert to app_rw
  with check (event = 'certificate' and exists (select from public.capstone_certificates c where (c.school_id, c.project_id, c.preceptor_name)
      = (capstone_events.school_id, capstone_events.project_id, capstone_events.reason) and capstone_events.party = coalesce(app.capstone_party(c.project_id), 'system'))
    and exists (select from (select u.full_name from public.users u where u.id = (select app.uid())
      union all select r.full_name from public.preceptors r where r.id in (select app.preceptor_ids())) me (name) where me.name = by_name));
-- The school issues them when it completes a project, for the hours in the ledger that it may see.
grant insert (school_id, project_id, preceptor_id, preceptor_name, school_name, facility_name, faculty_name, course_code, minutes, days, first_day, last_day,
  issued_on) on public.capstone_certificates to app_rw;
create policy school_issues on public.capstone_certificates for insert to app_rw
  with check (((select app.role()) = 'proctor' or (select app.is_school_admin()) or (select app.is_superadmin())) and (project_id, school_id, preceptor_id) in
    (select p.id, p.school_id, d.preceptor_id from public.capstone_projects p join public.capstone_days d on d.project_id = p.id and d.status = 'confirmed'
      where p.status = 'completed'));
create policy faculty_sees_hours_of_projects on public.hours_entries for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id()) and (capstone_day_id in (select d.id from public.capstone_days d
    join public.capstone_projects p on p.id = d.project_id where p.faculty_id = (select app.uid()))));

-- The scheduler ends what no one answered and records whom it asked.
grant select (id, school_id, student_id, faculty_id, facility_id, title, course_code, status, required_hours, uncovered_noted_at), update (uncovered_noted_at)
  on public.capstone_projects to app_worker;
create policy worker_notes_uncovered on public.capstone_projects for update to app_worker
  using (status in ('matched', 'active') and uncovered_noted_at is null) with check (uncovered_noted_at = now());
create policy worker_sees_projects on public.capstone_projects for select to app_worker using (true);
grant select (id, school_id, project_id, preceptor_id, preceptor_name, status, answer_by, midterm_asked_at, final_asked_at, gone_noted_at),
  update (status, midterm_asked_at, final_asked_at, gone_noted_at) on public.capstone_nominations to app_worker;
create policy worker_sees_nominations on public.capstone_nominations for select to app_worker using (status in ('asked', 'accepted', 'expired'));
create policy worker_moves_nominations on public.capstone_nominations for update to app_worker
  using (status in ('asked', 'accepted')) with check (status in ('expired', 'accepted'));
grant select (id, school_id, project_id, to_name, answer, created_at, escalated_at), update (escalated_at) on public.capstone_concerns to app_worker;
create policy worker_sees_open_concerns on public.capstone_concerns for select to app_worker using (answer is null);
create policy worker_escalates on public.capstone_concerns for update to app_worker
  using (answer is null and escalated_at is null) with check (answer is null);
grant select (id, school_id, project_id, facility_id, date, start_time, end_time, starts_at, ends_at, preceptor_id, preceptor_name, status, confirmed_at, reminded_at,
    updated_at, mailed), update (reminded_at, mailed) on public.capstone_days to app_worker;
create policy worker_sees_days on public.capstone_days for select to app_worker using (status in ('planned', 'confirmed') or starts_at > now());
create policy worker_counts_hours on public.hours_entries for select to app_worker using (capstone_day_id is not null or reverses is not null);
-- It issues the certificates of hours that were confirmed after the school completed the project.
grant select, insert (school_id, project_id, preceptor_id, preceptor_name, school_name, facility_name, faculty_name, course_code, minutes, days, first_day,
  last_day, issued_on) on public.capstone_certificates to app_worker;
create policy worker_sees_certificates on public.capstone_certificates for select to app_worker
  using (project_id in (select p.id from public.capstone_projects p where p.status in ('completed', 'closed')));
create policy worker_issues on public.capstone_certificates for insert to app_worker
  with check ((project_id, school_id, preceptor_id) in (select p.id, p.school_id, d.preceptor_id from public.capstone_projects p
    join public.capstone_days d on d.project_id = p.id and d.status = 'confirmed' where p.status in ('completed', 'closed')));
create policy worker_reminds_of_days on public.capstone_days for update to app_worker
  using (status = 'planned' and reminded_at is null) with check (status = 'planned');
create policy worker_mails_days on public.capstone_days for update to app_worker using (starts_at > now()) with check (starts_at > now());
