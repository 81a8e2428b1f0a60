-- A submission is visible to its owner and the administrators of their school; a facility's
-- people see submissions of their own types. Its owner sends it, and replaces it while it is
-- waiting; administrators decide, never on their own. Values and files are written once.
grant select on public.credentials to app_rw;
grant insert (id, school_id, person_id, type_id, status, values, file_ids, waived_until, note, supersedes_id, precheck, issued_on, expires_on, source, carried,
  waived_requirement_id, facility_id) on public.credentials to app_rw;
grant update (status, issued_on, expires_on, conditional_until, reason_code, note, locked_until) on public.credentials to app_rw;
create policy superadmin_sees_credentials on public.credentials for select to app_rw using ((select app.is_superadmin()));
create policy owner_sees_credentials on public.credentials for select to app_rw
  using (person_id = (select app.uid()) and (select app.role()) is not null);
create policy administrators_see_credentials on public.credentials for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy owner_sends on public.credentials for insert to app_rw
  with check (person_id = (select app.uid()) and school_id = (select app.school_id()) and (select app.role()) in ('student', 'proctor')
    and status = 'submitted' and source in ('upload', 'passport') and issued_on is null and expires_on is null);
-- Confirming an orientation by reading it needs no review: only the person's statement proves it (domain §2.8).
create policy owner_confirms on public.credentials for insert to app_rw
  with check (person_id = (select app.uid()) and school_id = (select app.school_id()) and (select app.role()) in ('student', 'proctor')
    and status = 'approved' and source = 'upload' and file_ids = '{}' and issued_on <= current_date + 1 and facility_id is not null
    and type_id in (select t.id from public.credential_types t where t.category = 'site_orientation' and t.evidence = 'attestation' and not t.needs_file));
-- A school waives its own requirements: all of a type, or one.
create policy administrators_waive on public.credentials for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and status = 'waived'
    and person_id not in ((select app.uid()), (select app.real_uid()))
    and (waived_requirement_id is null or waived_requirement_id in (select r.id from public.credential_requirements r where r.school_id = (select app.school_id()))));
-- A school's earlier records: for its people, never oneself, without documents, and not for a facility's types.
create policy administrators_import on public.credentials for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and status = 'approved' and source = 'import' and file_ids = '{}'
    and person_id not in ((select app.uid()), (select app.real_uid()))
    and type_id not in (select t.id from public.credential_types t where t.owner_facility_id is not null));
-- What a school checked itself: for its people, never oneself, and only for types that the school checks.
create policy administrators_record_checks on public.credentials for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and status = 'approved' and source = 'check' and file_ids = '{}'
    and person_id not in ((select app.uid()), (select app.real_uid()))
    and type_id in (select t.id from public.credential_types t where t.evidence = 'external_check'));
create policy owner_replaces on public.credentials for update to app_rw
  using (person_id = (select app.uid()) and (select app.role()) is not null)
  with check (person_id = (select app.uid()) and (select app.role()) is not null and status = 'superseded');
create policy administrators_decide on public.credentials for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id())
    and person_id not in ((select app.uid()), (select app.real_uid()))
    and type_id not in (select t.id from public.credential_types t where t.owner_facility_id is not null))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and person_id not in ((select app.uid()), (select app.real_uid())));

-- A facility's verifiers see and decide submissions of the facility's own types, and nothing else (domain §2.8).
create policy verifiers_see_credentials on public.credentials for select to app_rw
  using ((select app.role()) = 'facility_admin' and type_id in (select t.id from public.credential_types t where t.owner_facility_id in (select app.verifier_scope())));
create policy verifiers_decide on public.credentials for update to app_rw
  using ((select app.role()) = 'facility_admin' and type_id in (select t.id from public.credential_types t where t.owner_facility_id in (select app.verifier_scope())))
  with check ((select app.role()) = 'facility_admin' and type_id in (select t.id from public.credential_types t where t.owner_facility_id in (select app.verifier_scope())));
-- Verifiers waive the facility's requirements one at a time: for people who sent it something, which the waiver replaces; and for
-- people named to them on a roster, whoever reviews the type. Of the platform's types they see only their own waivers.
create policy verifiers_see_own_waivers on public.credentials for select to app_rw
  using ((select app.role()) = 'facility_admin' and status in ('waived', 'revoked')
    and waived_requirement_id in (select r.id from public.credential_requirements r where r.facility_id in (select app.verifier_scope())));
create policy verifiers_waive_of_the_named on public.credentials for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and status = 'waived' and file_ids = '{}' and source = 'upload'
    and (person_id, school_id) in (select d.student_id, d.school_id from public.disclosures d where d.seen_by = (select app.uid()))
    and waived_requirement_id in (select r.id from public.credential_requirements r where r.type_id = credentials.type_id and r.facility_id in (select app.verifier_scope())));
create policy verifiers_waive on public.credentials for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and status = 'waived' and supersedes_id is not null
    and type_id in (select t.id from public.credential_types t where t.owner_facility_id in (select app.verifier_scope()))
    and waived_requirement_id in (select r.id from public.credential_requirements r where r.type_id = credentials.type_id and r.facility_id in (select app.verifier_scope())));

grant select on public.credential_events to app_rw;
create policy superadmin_sees_credential_events on public.credential_events for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_credential_events on public.credential_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

grant select, insert (credential_id, school_id, expires_on, days, outcome, is_asked) on public.credential_reminders to app_rw;
create policy superadmin_sees_credential_reminders on public.credential_reminders for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_credential_reminders on public.credential_reminders for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_remind on public.credential_reminders for insert to app_rw with check (is_asked and outcome = 'sent'
  and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));

-- Anyone who sees a submission sees its files.
create policy reviewers_see_credential_files on public.files for select to app_rw
  using (purpose = 'credential' and exists (select from public.credentials c where c.person_id = files.owner_id and files.id = any (c.file_ids)));

-- The clearance of a seat is visible to anyone who sees the seat; PostgreSQL writes it.
grant select on public.seat_clearances to app_rw;
create policy superadmin_sees_seat_clearances on public.seat_clearances for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_seat_clearances on public.seat_clearances for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_sees_own_seat_clearances on public.seat_clearances for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy proctor_sees_seat_clearances_of_own_shifts on public.seat_clearances for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids()));

-- Whoever gives a seat saves its student's clearance with it, in the same transaction.
grant update (decided_status, decided_missing, decided_at) on public.seat_clearances to app_rw;
create policy kept_with_the_decision on public.seat_clearances for update to app_rw
  using (id in (select a.id from public.assignments a where a.decided_by = (select app.real_uid()) and a.decided_at = now())) with check (decided_at = now());

-- A school's documents for everyone are written by its administrators and visible to its people.
grant select on public.blanket_credentials to app_rw;
grant insert (id, school_id, type_id, file_ids, issued_on, expires_on), update (ended_at) on public.blanket_credentials to app_rw;
create policy superadmin_sees_blankets on public.blanket_credentials for select to app_rw using ((select app.is_superadmin()));
create policy members_see_blankets on public.blanket_credentials for select to app_rw using (school_id = (select app.school_id()));
create policy administrators_add_blankets on public.blanket_credentials for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_end_blankets on public.blanket_credentials for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy members_see_files_of_blankets on public.files for select to app_rw
  using (purpose = 'credential' and exists (select from public.blanket_credentials b where b.school_id = files.school_id and files.id = any (b.file_ids)));

-- The scheduler reads status and dates, never values or files; it ends expired
-- conditional approvals, sends reminders, and computes clearance.
grant select (id, school_id, person_id, type_id, status, issued_on, expires_on, conditional_until, waived_until, waived_requirement_id, facility_id, submitted_at), update (status)
  on public.credentials to app_worker;
create policy worker_sees_dates on public.credentials for select to app_worker using (status <> 'superseded');
create policy worker_ends_conditions on public.credentials for update to app_worker
  using (status = 'conditionally_approved') with check (status = 'lapsed');
grant select (credential_id, school_id, expires_on, days, outcome, is_asked), insert (credential_id, school_id, expires_on, days, outcome)
  on public.credential_reminders to app_worker;
create policy worker_sees_reminders on public.credential_reminders for select to app_worker using (days between 0 and 180);
create policy worker_reminds on public.credential_reminders for insert to app_worker with check (outcome in ('sent', 'passed'));
grant select (school_id, type_id, issued_on, expires_on, created_at, ended_at) on public.blanket_credentials to app_worker;
create policy worker_sees_blankets on public.blanket_credentials for select to app_worker using (ended_at is null);
grant select, update (status, missing, missing_types, computed_on, computed_at, held_at) on public.seat_clearances to app_worker;
create policy worker_sees_seat_clearances on public.seat_clearances for select to app_worker using (computed_on is null or computed_on < 'infinity');
create policy worker_computes on public.seat_clearances for update to app_worker
  using (computed_on is null or computed_on < 'infinity') with check (computed_on is null or computed_on <= current_date);
grant select (at, school_id, facility_id, person_id), delete on priv.clearance_changes to app_worker;
create policy worker_sees_changes on priv.clearance_changes for select to app_worker using (at <= now());
create policy worker_takes_changes on priv.clearance_changes for delete to app_worker using (at <= now());
