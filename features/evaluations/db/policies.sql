-- An evaluation can be read by its author, by the student once it is submitted, by the school's administrators and the superadmin; by other
-- instructors once they have submitted their own of the student in that semester; a capstone project's also by its faculty member. No
-- facility may read it, except the preceptor who writes it, also by a link for it alone. The semester is the shift's, the name the
-- preceptor's.
grant select on public.evaluations, public.evaluation_events to app_rw;
grant insert (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, project_id, preceptor_id, preceptor_name, kind, instrument_id, instrument_version,
  status, answers, strengths, improvements, due_at, amendment_of, amendment_reason) on public.evaluations to app_rw;
grant update (status, answers, strengths, improvements, outcome, score, most, failed_checks, student_reply, dispute_reason, returned_reason,
  void_reason, dispute_answer) on public.evaluations to app_rw;
create policy superadmin_sees_evaluations on public.evaluations for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_changes_evaluations on public.evaluations for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy administrators_see_evaluations on public.evaluations for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
-- Whichever person evaluates, the form is the platform's or the school's; an amendment has the form of the evaluation it amends.
create policy administrators_assign_evaluations on public.evaluations for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and status = 'assigned' and amendment_of is null
    and instrument_id in (select i.id from public.evaluation_instruments i where coalesce(i.owner_school_id, evaluations.school_id) = evaluations.school_id)
    and (semester_id, preceptor_name) is not distinct from (coalesce((select s.semester_id from public.shifts s where s.id = evaluations.shift_id), semester_id),
      (select r.full_name from public.preceptors r where r.id = evaluations.preceptor_id)));
create policy administrators_change_evaluations on public.evaluations for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy evaluator_sees_own_evaluations on public.evaluations for select to app_rw
  using (evaluator_id = (select app.uid()) and (select app.role()) in ('proctor', 'student', 'facility_admin'));
create policy instructor_evaluates on public.evaluations for insert to app_rw
  with check ((select app.role()) = 'proctor' and evaluator_id = (select app.uid()) and school_id = (select app.school_id()) and status = 'draft' and subject <> 'project'
    and (shift_id, student_id) in (select a.shift_id, a.student_id from public.assignments a join public.shifts s on s.id = a.shift_id
      where s.id in (select app.led_shift_ids())) and amendment_of is null
    and instrument_id in (select i.id from public.evaluation_instruments i where coalesce(i.owner_school_id, evaluations.school_id) = evaluations.school_id)
    and (semester_id, preceptor_name) is not distinct from (coalesce((select s.semester_id from public.shifts s where s.id = evaluations.shift_id), semester_id),
      (select r.full_name from public.preceptors r where r.id = evaluations.preceptor_id)));
create policy evaluator_amends on public.evaluations for insert to app_rw
  with check ((select app.role()) in ('proctor', 'facility_admin') and evaluator_id = (select app.uid()) and status = 'draft'
    and amendment_of is not null
    and (semester_id, preceptor_name) is not distinct from (coalesce((select s.semester_id from public.shifts s where s.id = evaluations.shift_id), semester_id),
      (select r.full_name from public.preceptors r where r.id = evaluations.preceptor_id)));
create policy student_evaluates_self on public.evaluations for insert to app_rw
  with check ((select app.role()) = 'student' and evaluator_id = (select app.uid()) and student_id = (select app.uid()) and school_id = (select app.school_id())
    and status = 'draft' and subject <> 'project' and amendment_of is null
    and shift_id in (select a.shift_id from public.assignments a where a.student_id = (select app.uid()))
    and instrument_id in (select i.id from public.evaluation_instruments i where coalesce(i.owner_school_id, evaluations.school_id) = evaluations.school_id)
    and (semester_id, preceptor_name) is not distinct from (coalesce((select s.semester_id from public.shifts s where s.id = evaluations.shift_id), semester_id),
      (select r.full_name from public.preceptors r where r.id = evaluations.preceptor_id)));
create policy evaluator_changes_own_evaluations on public.evaluations for update to app_rw
  using (evaluator_id = (select app.uid()) and (select app.role()) in ('proctor', 'student', 'facility_admin'))
  with check (evaluator_id = (select app.uid()) and (select app.role()) in ('proctor', 'student', 'facility_admin'));
create policy student_sees_own_evaluations on public.evaluations for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id())
    and status in ('submitted', 'acknowledged', 'disputed', 'under_verification', 'verified', 'locked'));
create policy student_answers_own_evaluations on public.evaluations for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy instructors_see_others_after_their_own on public.evaluations for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id()) and submitted_at is not null
    and (student_id, semester_id) in (select m.student_id, m.semester_id from app.evaluated_by_me() m));
create policy preceptor_sees_own_evaluations on public.evaluations for select to app_rw
  using (preceptor_id in (select app.preceptor_ids()) and project_id in (select app.precepted_projects()) and kind = coalesce((select l.kind from app.preceptor_link() l), kind));
create policy preceptor_evaluates on public.evaluations for insert to app_rw
  with check (subject = 'project' and status = 'draft' and evaluator_id is not distinct from (select app.uid()) and amendment_of is null
    and kind = coalesce((select l.kind from app.preceptor_link() l), kind) and preceptor_id in (select app.preceptor_ids())
    and (project_id, preceptor_id, school_id, student_id, semester_id) in (select n.project_id, n.preceptor_id, p.school_id, p.student_id, p.semester_id
      from public.capstone_nominations n join public.capstone_projects p on p.id = n.project_id where n.status = 'accepted' and p.status = 'active')
    and instrument_id in (select i.id from public.evaluation_instruments i where coalesce(i.owner_school_id, evaluations.school_id) = evaluations.school_id)
    and (semester_id, preceptor_name) is not distinct from (coalesce((select s.semester_id from public.shifts s where s.id = evaluations.shift_id), semester_id),
      (select r.full_name from public.preceptors r where r.id = evaluations.preceptor_id)));
create policy preceptor_changes_own_evaluations on public.evaluations for update to app_rw
  using (preceptor_id in (select app.preceptor_ids()) and project_id in (select app.precepted_projects()) and kind = coalesce((select l.kind from app.preceptor_link() l), kind))
  with check (preceptor_id in (select app.preceptor_ids()) and project_id in (select app.precepted_projects()));
create policy faculty_sees_evaluations_of_projects on public.evaluations for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id()) and submitted_at is not null
    and project_id in (select p.id from public.capstone_projects p where p.faculty_id = (select app.uid())));

-- Those who may see an evaluation may see its history.
create policy trail_is_seen on public.evaluation_events for select to app_rw
  using ((select app.role()) is not null and exists (select from public.evaluations e where e.id = evaluation_id));

-- A plan can be read by its student, those who evaluate, and the school. Those who evaluate write it, and each of the three parties signs.
grant select on public.remediation_plans, public.remediation_signatures to app_rw;
grant insert (id, school_id, student_id, faculty_id, items) on public.remediation_plans to app_rw;
grant update (items, faculty_id, actions, due_on, status, result_note) on public.remediation_plans to app_rw;
grant insert (plan_id, school_id, party, signed_by) on public.remediation_signatures to app_rw;
create policy superadmin_sees_plans on public.remediation_plans for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_plans on public.remediation_plans for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_change_plans on public.remediation_plans for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy faculty_sees_plans on public.remediation_plans for select to app_rw
  using (faculty_id = (select app.uid()) and (select app.role()) in ('proctor', 'facility_admin'));
create policy faculty_opens_plans on public.remediation_plans for insert to app_rw
  with check (faculty_id = (select app.uid()) and (id, school_id, student_id) in
    (select e.id, e.school_id, e.student_id from public.evaluations e where e.evaluator_id = (select app.uid()) and not e.is_self));
create policy preceptor_opens_plans on public.remediation_plans for insert to app_rw
  with check ((id, school_id, student_id, faculty_id) in (select e.id, e.school_id, e.student_id, p.faculty_id from public.evaluations e
    join public.capstone_projects p on p.id = e.project_id where e.preceptor_id in (select app.preceptor_ids())));
create policy preceptor_sees_plans on public.remediation_plans for select to app_rw
  using (id in (select e.id from public.evaluations e where e.preceptor_id in (select app.preceptor_ids())));
create policy faculty_changes_plans on public.remediation_plans for update to app_rw
  using (faculty_id = (select app.uid()) and (select app.role()) in ('proctor', 'facility_admin'))
  with check (faculty_id = (select app.uid()) and (select app.role()) in ('proctor', 'facility_admin'));
-- With the evaluation that they submit again.
create policy preceptor_changes_plans on public.remediation_plans for update to app_rw
  using (id in (select e.id from public.evaluations e where e.preceptor_id in (select app.preceptor_ids()))) with check (status in ('open', 'void'));
-- Also where the school took the plan over.
create policy evaluator_sees_plans on public.remediation_plans for select to app_rw
  using (id in (select e.id from public.evaluations e where e.evaluator_id = (select app.uid()) and not e.is_self));
create policy evaluator_changes_plans on public.remediation_plans for update to app_rw
  using (id in (select e.id from public.evaluations e where e.evaluator_id = (select app.uid()) and not e.is_self)) with check (status in ('open', 'void'));
create policy superadmin_changes_plans on public.remediation_plans for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy student_sees_own_plans on public.remediation_plans for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));

-- Also a preceptor with a link counts them.
create policy signatures_are_seen on public.remediation_signatures for select to app_rw
  using (exists (select from public.remediation_plans p where p.id = plan_id));
create policy student_signs on public.remediation_signatures for insert to app_rw
  with check (party = 'student' and signed_by = (select app.real_uid()) and (plan_id, school_id) in
    (select p.id, p.school_id from public.remediation_plans p where p.student_id = (select app.real_uid()) and p.status = 'open' and p.actions is not null));
create policy faculty_signs on public.remediation_signatures for insert to app_rw
  with check (party = 'faculty' and signed_by = (select app.real_uid()) and (plan_id, school_id) in
    (select p.id, p.school_id from public.remediation_plans p where p.faculty_id = (select app.real_uid()) and p.status = 'open' and p.actions is not null));
create policy lead_signs on public.remediation_signatures for insert to app_rw
  with check (party = 'lead' and signed_by = (select app.real_uid()) and (select app.is_school_admin()) and school_id = (select app.school_id())
    and plan_id in (select p.id from public.remediation_plans p where p.school_id = (select app.school_id()) and p.status = 'open' and p.actions is not null));

-- Feedback is written by the student who was there. No one may read the rows: app.feedback_in_groups shows groups of five or more.
grant select on public.placement_feedback to app_rw;
grant insert (id, school_id, student_id, semester_id, shift_id, about, facility_id, instructor_id, instrument_id, instrument_version, answers, comment)
  on public.placement_feedback to app_rw;
create policy student_sees_own_feedback on public.placement_feedback for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.real_uid()));
create policy student_gives_feedback on public.placement_feedback for insert to app_rw
  with check ((select app.role()) = 'student' and student_id = (select app.real_uid()) and school_id = (select app.school_id())
    and shift_id in (select a.shift_id from public.assignments a where a.student_id = (select app.real_uid()))
    -- On who instructs that shift, and where it is held.
    and (instructor_id is null or exists (select from public.shifts s where s.id = shift_id and instructor_id = any (app.instructors_of(s))))
    and (facility_id is null or exists (select from public.shifts s join public.facilities u on u.id = s.facility_id
      where s.id = shift_id and u.parent_id = placement_feedback.facility_id)));

-- The scheduler opens evaluations of past shifts and makes the transitions that depend on time.
grant select (id, school_id, student_id, evaluator_id, preceptor_id, shift_id, project_id, kind, status, due_at, submitted_at, superseded_at, updated_at,
  failed_checks, void_reason), update (status, void_reason),
  insert (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, due_at) on public.evaluations to app_worker;
create policy worker_sees_evaluations on public.evaluations for select to app_worker
  using (status in ('assigned', 'overdue', 'draft', 'returned', 'submitted', 'acknowledged', 'disputed', 'under_verification', 'verified', 'locked', 'voided'));
grant select (evaluation_id, school_id, to_status, actor_id) on public.evaluation_events to app_worker;
create policy worker_sees_who_voided on public.evaluation_events for select to app_worker using (to_status = 'voided');
create policy worker_opens_evaluations on public.evaluations for insert to app_worker with check (status = 'assigned' and subject = 'shift'
  and exists (select from public.shifts s where s.id = shift_id and s.semester_id = evaluations.semester_id)
  and instrument_id in (select i.id from public.evaluation_instruments i where coalesce(i.owner_school_id, evaluations.school_id) = evaluations.school_id));
create policy worker_moves_evaluations on public.evaluations for update to app_worker
  using (status in ('assigned', 'overdue', 'submitted', 'acknowledged', 'under_verification', 'verified'))
  with check (status in ('overdue', 'under_verification', 'verified', 'locked', 'voided'));
