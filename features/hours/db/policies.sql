-- A student may read their own lines, the school's administrators those of the school, a preceptor those of the shifts they led, an
-- instructor also those of the cohorts they advise, the superadmin all. Lines are only added: by the school, by the instructor of the
-- shift, by the worker that accepts attendance if no person has to, and by a preceptor for a day that they confirmed. A line of a seat or a
-- day must match it, and cannot be posted before the shift began.
grant select on public.hours_entries to app_rw, app_worker;
grant insert (id, school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, course_code, source, source_key, reason, evidence, evidence_file_ids, reverses, capstone_day_id)
  on public.hours_entries to app_rw, app_worker;
create policy superadmin_sees_hours on public.hours_entries for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_hours on public.hours_entries for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_sees_own_hours on public.hours_entries for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy proctor_sees_hours on public.hours_entries for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and (shift_id in (select app.led_shift_ids()) or student_id in (select app.advised_student_ids())));
create policy preceptor_sees_hours on public.hours_entries for select to app_rw
  using ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));
create policy administrators_post on public.hours_entries for insert to app_rw
  with check (source not in ('before_attendance', 'preceptor')
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
    and (assignment_id is null or reverses is not null or exists (select from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.id = hours_entries.assignment_id and x.starts_at <= now() and (a.student_id, x.id, x.date, x.specialty) = (hours_entries.student_id, hours_entries.shift_id, hours_entries.date, hours_entries.specialty)
        and (x.semester_id, nullif(x.course_code, '')) is not distinct from (hours_entries.semester_id, hours_entries.course_code))));
create policy proctor_posts on public.hours_entries for insert to app_rw
  with check ((select app.role()) = 'proctor' and school_id = (select app.school_id()) and source in ('attendance', 'makeup', 'adjustment')
    and shift_id in (select app.led_shift_ids())
    and (assignment_id is null or reverses is not null or exists (select from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.id = hours_entries.assignment_id and x.starts_at <= now() and (a.student_id, x.id, x.date, x.specialty) = (hours_entries.student_id, hours_entries.shift_id, hours_entries.date, hours_entries.specialty)
        and (x.semester_id, nullif(x.course_code, '')) is not distinct from (hours_entries.semester_id, hours_entries.course_code))));
-- A preceptor posts a day they confirmed, once; its key prevents a second line.
create policy preceptor_posts on public.hours_entries for insert to app_rw
  with check (source = 'preceptor' and source_key = 'capstone ' || capstone_day_id and exists (select from public.capstone_days d
    join public.capstone_projects p on p.id = d.project_id
    where d.id = hours_entries.capstone_day_id and d.status = 'confirmed' and d.preceptor_id in (select app.preceptor_ids())
      and (p.student_id, d.date, d.minutes, p.specialty) = (hours_entries.student_id, hours_entries.date, hours_entries.minutes, hours_entries.specialty)
      and (p.semester_id, p.course_code) is not distinct from (hours_entries.semester_id, hours_entries.course_code)
      and hours_entries.kind = case when d.kind in ('orientation', 'other') then d.kind else 'direct_care' end));
create policy worker_sees_seats on public.hours_entries for select to app_worker using (assignment_id is not null);
create policy worker_posts_seats on public.hours_entries for insert to app_worker
  with check (assignment_id is not null and source in ('attendance', 'makeup', 'adjustment')
    and (reverses is not null or exists (select from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.id = hours_entries.assignment_id and x.starts_at <= now() and (a.student_id, x.id, x.date, x.specialty) = (hours_entries.student_id, hours_entries.shift_id, hours_entries.date, hours_entries.specialty)
        and (x.semester_id, nullif(x.course_code, '')) is not distinct from (hours_entries.semester_id, hours_entries.course_code))));

-- Readers of a line may see its evidence files, but only files of that student and school: naming another's file gives no access.
create policy seen_with_hours on public.files for select to app_rw
  using (purpose = 'evidence' and exists (select from public.hours_entries e
    where e.school_id = files.school_id and e.student_id = files.owner_id and files.id = any (e.evidence_file_ids)));
