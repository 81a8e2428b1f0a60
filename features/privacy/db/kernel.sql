-- Writes a row that its caller may not: a school has no right to change a student's account. The student's own choice, or the school's
-- for a student who asked for it; the student is notified of the school's.
create or replace function app.set_directory_opt_out(p_student uuid, p_opted_out boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_student is distinct from app.uid() or app.role() is distinct from 'student' then perform app.student_of_mine(p_student);
  elsif app.acting_as() is not null then raise exception 'The choice is the student''s own' using errcode = '42501';
  end if;
  update public.users u set directory_opt_out_at = case when p_opted_out then now() end
    where u.id = p_student and (u.directory_opt_out_at is not null) <> p_opted_out;
  if found and p_student <> app.uid() then
    perform app.notify_code(array[p_student], 'release', case when p_opted_out then 'directory.left' else 'directory.joined' end, '{}', '/student/profile',
      'directory ' || now());
  end if;
end $$;
grant execute on function app.set_directory_opt_out(uuid, boolean) to app_rw;
