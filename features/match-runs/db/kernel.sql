-- What must see or write what its caller may not (docs/architecture.md): everything else about match runs is TypeScript.

-- Notifies of a concern that was just raised or answered: the school's administrators, or the student.
-- Reason: it writes the notifications of others.
create or replace function app.notify_about_concern(p_id uuid, p_code text, p_values jsonb, p_url text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.wishlist_concerns;
begin
  select x.* into c from public.wishlist_concerns x where x.id = p_id and x.school_id = app.school_id()
    and (x.student_id = app.uid() and x.created_at = now() or app.is_school_admin() and x.answered_at = now());
  if c.id is null then raise exception 'Nothing was done about this concern' using errcode = '42501'; end if;
  perform app.notify_code(
    case when c.status = 'open' then array(select u.id from public.users u where u.linked_school_id = c.school_id and u.status = 'active'
      and u.role in ('school_admin', 'school_super_admin')) else array[c.student_id] end,
    'wishlists', p_code, p_values, p_url, p_code || ' ' || c.id);
end $$;
grant execute on function app.notify_about_concern(uuid, text, jsonb, text) to app_rw;
