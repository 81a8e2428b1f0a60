-- When people signed in last: for whoever administers their school. A session that was ended still counts by its device.
create or replace function app.last_sign_ins(p_school_id uuid) returns table (user_id uuid, at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, greatest((select max(s.signed_in_at) from priv.sessions s where s.user_id = u.id and s.job_id is null),
    (select max(d.last_used_at) from priv.known_devices d where d.user_id = u.id))
  from public.users u where u.linked_school_id = p_school_id and app.administers_school(p_school_id)
$$;

-- Changes what administrators may change of a student of their school; false when somebody else saved first.
create or replace function app.update_student(p_id uuid, p_version integer, p_full_name text, p_student_number text, p_phone text, p_graduation_date date)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare person public.users;
begin
  select * into person from public.users u where u.id = p_id for update;
  if person.id is null or person.role <> 'student' or person.linked_school_id is null or not person.email_verified
    or not app.administers_school(person.linked_school_id) then
    perform app.refuse('We can’t find that student.', 'PW404');
  end if;
  if person.version <> p_version then return false; end if;
  if nullif(btrim(p_student_number), '') is not null and exists (select 1 from public.users u
    where u.linked_school_id = person.linked_school_id and u.role = 'student' and u.id <> p_id and u.student_number = btrim(p_student_number)) then
    perform app.refuse('Another student of the school has this student ID.', 'PW409');
  end if;
  update public.users u set full_name = btrim(p_full_name), student_number = nullif(btrim(p_student_number), ''),
      phone = nullif(btrim(p_phone), ''), graduation_date = p_graduation_date
    where u.id = p_id;
  return true;
end $$;
grant execute on function app.last_sign_ins(uuid), app.update_student(uuid, integer, text, text, text, date) to app_rw;
