-- With its notification before, which the command sends.
do $$ begin
  if (select p.prorettype = 'void'::regtype from pg_proc p where p.oid = to_regprocedure('app.set_directory_opt_out(uuid, boolean)')) then
    drop function app.set_directory_opt_out(uuid, boolean);
  end if;
end $$;
-- Writes a row that its caller may not: a school has no right to change a student's account. The student's own choice, or the school's
-- for a student who asked for it; answers the school of the student.
-- Reason: it must write what its caller may not: a school has no right to change a student's account.
create or replace function app.set_directory_opt_out(p_student uuid, p_opted_out boolean) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare school uuid;
begin
  update public.users u set directory_opt_out_at = case when p_opted_out then coalesce(u.directory_opt_out_at, now()) end
    where u.id = p_student and u.role = 'student' and (u.id = app.uid() and app.acting_as() is null or u.email_verified and app.administers_school(u.linked_school_id))
    returning u.linked_school_id into school;
  if not found then raise exception 'student.not_found' using errcode = 'PW404'; end if;
  return school;
end $$;
grant execute on function app.set_directory_opt_out(uuid, boolean) to app_rw;

drop function if exists app.notify_of_release(uuid, text, jsonb, text);

