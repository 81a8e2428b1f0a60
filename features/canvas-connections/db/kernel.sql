-- What the reading of a roster is compared with: email addresses and numbers of the people of a connection's school, and of no one else.
-- Reason: the worker reads no addresses.
create or replace function app.canvas_members(p_connection uuid) returns table (id uuid, email text, student_number text, is_student boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.student_number, u.role = 'student' from public.canvas_connections c join public.users u on u.linked_school_id = c.school_id
  where c.id = p_connection and u.status <> 'declined'
$$;
grant execute on function app.canvas_members(uuid) to app_worker;
