-- What must see or write what its caller may not (docs/architecture.md): everything else about wishlists is TypeScript.

-- Notifies the students of a wishlist, or those of them who have not chosen as many options as they should; returns how many. Once a day
-- for each code.
-- Reason: it writes the notifications of others.
create or replace function app.notify_wishlist(p_campaign_id uuid, p_only_missing boolean, p_code text, p_values jsonb) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.wishlist_campaigns;
begin
  select x.* into c from public.wishlist_campaigns x where x.id = p_campaign_id and app.is_school_admin() and x.school_id = app.school_id();
  if c.id is null then raise exception 'wishlist.not_found' using errcode = 'PW404', detail = '{}'; end if;
  return cardinality(app.notify_code(
    array(select m.student_id from public.cohort_memberships m join public.users u on u.id = m.student_id and u.status = 'active'
      where m.school_id = c.school_id and m.cohort_id = any (c.cohort_ids) and m.to_date is null
        and (not p_only_missing or (select count(*) from public.wishlist_choices w where w.campaign_id = c.id and w.student_id = m.student_id) < c.min_choices)),
    'wishlists', p_code, p_values, '/student/wishlist/rotations?id=' || c.id, p_code || ' ' || c.id || ' ' || (now() at time zone 'UTC')::date));
end $$;
grant execute on function app.notify_wishlist(uuid, boolean, text, jsonb) to app_rw;
