-- What must see or write what its caller may not (docs/architecture.md): everything else about wishlists is TypeScript.

-- The options whose students the asker ranks: of closed wishlists that ask for it, the preceptor's own and those of the facility's places.
-- Reason: policies need it, and it reads wishlists that its caller may not.
create or replace function app.options_to_rank() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.id from public.wishlist_campaigns c join public.wishlist_options o on o.campaign_id = c.id
  where app.role() = 'facility_admin' and c.partners_rank and c.status = 'announced' and c.closes_at <= now()
    and (o.preceptor_id in (select app.preceptor_ids()) or o.unit_id in (select app.facility_scope(app.facility_id())))
$$;

-- Who chose these options: a key that only this installation can compute, no name and no choice number; the program's level, the cohort's
-- first day and, of a capstone, the project's title.
-- Reason: it reads choices, cohorts and a secret that its caller may not.
create or replace function app.students_to_rank()
returns table (option_id uuid, wishlist text, school text, student_id uuid, key text, level text, starts date, project text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct on (o.id, w.student_id) o.id, c.name, s.name, w.student_id,
    encode(sha256((k.secret::text || o.id || w.student_id)::bytea), 'hex'), h.level, h.start_date, p.title
  from priv.ranking_secret k, public.wishlist_options o join public.wishlist_campaigns c on c.id = o.campaign_id
  join public.schools s on s.id = c.school_id join public.wishlist_choices w on w.option_id = o.id
  left join app.student_cohorts h on h.student_id = w.student_id and h.to_date is null and h.cohort_id = any (c.cohort_ids)
  left join public.capstone_projects p on c.kind = 'capstone' and p.student_id = w.student_id and p.semester_id = c.semester_id
    and p.status in ('approved', 'awaiting_preceptor')
  where o.id in (select app.options_to_rank())
$$;
grant execute on function app.options_to_rank(), app.students_to_rank() to app_rw;

-- Notifies the students of a wishlist, those of them who have not chosen as many options as they should, or the facilities of its options;
-- returns how many. Once a day for each code.
-- Reason: it writes the notifications of others.
create or replace function app.notify_wishlist(p_campaign_id uuid, p_to text, p_code text, p_values jsonb, p_url text) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.wishlist_campaigns;
begin
  select * into c from public.wishlist_campaigns where id = p_campaign_id
    and (app.is_school_admin() and school_id = app.school_id() or session_user = 'app_worker');
  if c.id is null then raise exception 'wishlist.not_found' using errcode = 'PW404'; end if;
  return cardinality(app.notify_code(
    case when p_to = 'partners' then array(select u.id from public.wishlist_options o join public.users u on u.role = 'facility_admin' and u.status = 'active'
      where o.campaign_id = c.id and u.linked_facility_id in (select app.nodes_above(o.unit_id)))
    else array(select m.student_id from public.cohort_memberships m join public.users u on u.id = m.student_id and u.status = 'active'
      where m.school_id = c.school_id and m.cohort_id = any (c.cohort_ids) and m.to_date is null
        and (p_to <> 'missing' or (select count(*) from public.wishlist_choices w where w.campaign_id = c.id and w.student_id = m.student_id) < c.min_choices)) end,
    'wishlists', p_code, p_values, p_url, p_code || ' ' || c.id || ' ' || (now() at time zone 'UTC')::date));
end $$;
grant execute on function app.notify_wishlist(uuid, text, text, jsonb, text) to app_rw, app_worker;
