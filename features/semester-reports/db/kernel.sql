-- Notifies the student or the instructor of what who asks has just done with a report; the school of what its student wrote.
-- Reason: it finds and writes to people whom its caller may not read.
create or replace function app.notify_semester_report(p_id uuid, p_audience text, p_code text, p_values jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(case p_audience when 'student' then array[r.student_id] when 'instructor' then array[r.proctor_id]
      else array(select u.id from public.users u where u.linked_school_id = r.school_id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active') end,
    'semester_report', p_code, p_values, case p_audience when 'student' then '/student' else '/proctor' end || '/semester-reports/' || r.id,
    'semester report ' || r.id || ' ' || p_code || ' ' || r.version)
  from public.semester_reports r where r.id = p_id and r.updated_by = app.real_uid() and r.updated_at = now()
$$;
grant execute on function app.notify_semester_report(uuid, text, text, jsonb) to app_rw;
