-- What the list of students needs from PostgreSQL because its caller may not see or write it.

-- When people of a school last signed in, all of them or these, for the school's administrators. A session that was ended still counts by
-- its device.
-- Reason: it reads sessions and devices, which no login may.
create or replace function app.last_sign_ins(p_school_id uuid, p_people uuid[] default null) returns table (user_id uuid, at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, greatest((select max(s.signed_in_at) from priv.sessions s where s.user_id = u.id and s.job_id is null),
    (select max(d.last_used_at) from priv.known_devices d where d.user_id = u.id))
  from public.users u where u.linked_school_id = p_school_id and coalesce(u.id = any (p_people), true) and app.administers_school(p_school_id)
$$;

drop function if exists app.last_sign_ins(uuid);
grant execute on function app.last_sign_ins(uuid, uuid[]) to app_rw;

-- Writes what a school's administrators may change about a student, if it still has the version they saw; returns whether it did.
-- Reason: a column grant for one's own row would apply to everyone, and students may not change these columns.
create or replace function app.write_student(p_id uuid, p_version integer, p_full_name text, p_student_number text, p_phone text, p_graduation_date date)
returns boolean language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.users u set full_name = p_full_name, student_number = p_student_number, phone = p_phone, graduation_date = p_graduation_date
    where u.id = p_id and u.version = p_version and u.role = 'student' and u.email_verified and app.administers_school(u.linked_school_id) returning true
$$;
grant execute on function app.write_student(uuid, integer, text, text, text, date) to app_rw;
