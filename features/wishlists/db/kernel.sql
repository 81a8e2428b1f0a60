-- Only what must see or write what its caller may not (docs/architecture.md); everything else about wishlists is TypeScript.

-- The options whose students the caller ranks: of closed wishlists with partner ranking, the preceptor's own and those on the facility's
-- units.
-- Reason: policies need it, and it reads wishlists that its caller may not.
create or replace function app.options_to_rank() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.id from public.wishlist_campaigns c join public.wishlist_options o on o.campaign_id = c.id
  where app.role() = 'facility_admin' and c.partners_rank and c.status = 'announced' and c.closes_at <= now()
    and (o.preceptor_id in (select app.preceptor_ids()) or o.unit_id in (select app.facility_scope(app.facility_id())))
$$;

-- An earlier version also returned the school, which every member may read anyway.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.students_to_rank()') and 'school' = any (p.proargnames)) then
    drop function app.students_to_rank();
  end if;
end $$;
-- The students who chose these options: a key that only this installation can compute, no name and no choice number; the program's level,
-- the cohort's first day and, for a capstone, the project's title.
-- Reason: it reads choices, cohorts and a secret that its caller may not.
create or replace function app.students_to_rank()
returns table (option_id uuid, wishlist text, student_id uuid, key text, level text, starts date, project text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct on (o.id, w.student_id) o.id, c.name, w.student_id,
    encode(sha256((k.secret::text || o.id || w.student_id)::bytea), 'hex'), h.level, h.start_date, p.title
  from priv.ranking_secret k, public.wishlist_options o join public.wishlist_campaigns c on c.id = o.campaign_id
  join public.wishlist_choices w on w.option_id = o.id
  left join app.student_cohorts h on h.student_id = w.student_id and h.to_date is null and h.cohort_id = any (c.cohort_ids)
  left join public.capstone_projects p on c.kind = 'capstone' and p.student_id = w.student_id and p.semester_id = c.semester_id
    and p.status in ('approved', 'awaiting_preceptor')
  where o.id in (select app.options_to_rank())
$$;
grant execute on function app.options_to_rank(), app.students_to_rank() to app_rw;

