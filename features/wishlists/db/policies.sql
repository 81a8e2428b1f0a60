-- A school's administrators run its wishlists; a student sees those of their cohorts once they are announced, and their own choices; the
-- superadmin sees all. No one else sees any.
grant select on public.wishlist_campaigns, public.wishlist_options, public.wishlist_choices, public.wishlist_submissions to app_rw;
grant insert (id, school_id, semester_id, kind, name, instructions, cohort_ids, min_choices, max_choices, allow_comments, opens_on, closes_on, policy,
  allow_hardship, rotations, weights, partners_rank)
  on public.wishlist_campaigns to app_rw;
grant delete on public.wishlist_options to app_rw;
grant update (opening_noticed, partners_noticed, partners_rank, kind, semester_id, cohort_ids, allow_hardship, rotations, name, instructions, min_choices, max_choices, allow_comments, opens_on, closes_on, policy, status,
  weights, published_run_id, published_at, concerns_until) on public.wishlist_campaigns to app_rw;
grant insert (id, school_id, campaign_id, rotation_id, series_id, position, name, location, specialty, weekdays, first_date, last_date, start_time, end_time, shift_count,
  hours, seats, availability, unit_id, preceptor_id, latitude, longitude, min_seats, level_seats, requires, student_order) on public.wishlist_options to app_rw;
grant insert (campaign_id, student_id, option_id, school_id, rank, comment), delete on public.wishlist_choices to app_rw;
grant insert (campaign_id, student_id, school_id, postal_code, hardship_kind, hardship_detail, hardship_file_ids, hardship_status, conflicts),
  update (postal_code, hardship_kind, hardship_detail, hardship_file_ids, hardship_status, conflicts, allowed_options, decided_at, decided_by) on public.wishlist_submissions to app_rw;

-- The scheduler records which notices it sent.
grant select (id, school_id, cohort_ids, min_choices, kind, name, status, opens_at, closes_at, closes_on, opening_noticed, closing_noticed_on, partners_rank,
  partners_noticed),
  update (opening_noticed, closing_noticed_on, partners_noticed)
  on public.wishlist_campaigns to app_worker;
create policy scheduler_sees_wishlists on public.wishlist_campaigns for select to app_worker using (status = 'announced' and opens_at <= now());
create policy scheduler_notes_notices on public.wishlist_campaigns for update to app_worker
  using (status = 'announced' and opens_at <= now()) with check (status = 'announced');
-- It finds the recipients: students who have not chosen enough, and the facilities of the options.
grant select (campaign_id, student_id, option_id) on public.wishlist_choices to app_worker;
create policy scheduler_counts_choices on public.wishlist_choices for select to app_worker
  using (campaign_id in (select c.id from public.wishlist_campaigns c));
grant select (id, campaign_id, unit_id, student_order) on public.wishlist_options to app_worker;
create policy scheduler_sees_options on public.wishlist_options for select to app_worker
  using (campaign_id in (select c.id from public.wishlist_campaigns c));

create policy superadmin_sees_wishlists on public.wishlist_campaigns for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_wishlists on public.wishlist_campaigns for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
-- Of a semester ahead, so they are for the cohort that a student is going to be in: a planned move counts from the day it is planned.
create policy students_see_wishlists on public.wishlist_campaigns for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and status <> 'draft'
    and cohort_ids && array(select cohort_id from public.cohort_memberships where student_id = (select app.uid()) and to_date is null));
create policy administrators_make_wishlists on public.wishlist_campaigns for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_change_wishlists on public.wishlist_campaigns for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and (status <> 'draft' or id not in (select w.campaign_id from public.wishlist_choices w)));

create policy superadmin_sees_options on public.wishlist_options for select to app_rw using ((select app.is_superadmin()));
create policy members_see_options on public.wishlist_options for select to app_rw
  using (school_id = (select app.school_id()) and campaign_id in (select id from public.wishlist_campaigns));
create policy administrators_add_options on public.wishlist_options for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'draft'));
-- A facility or preceptor ranks the students who chose one of its options.
grant update (student_order) on public.wishlist_options to app_rw;
create policy partners_see_options on public.wishlist_options for select to app_rw using (id in (select app.options_to_rank()));
create policy partners_rank_students on public.wishlist_options for update to app_rw
  using (id in (select app.options_to_rank())) with check (id in (select app.options_to_rank()));

create policy administrators_remove_options on public.wishlist_options for delete to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'draft'));

create policy superadmin_sees_choices on public.wishlist_choices for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_choices on public.wishlist_choices for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy students_see_own_choices on public.wishlist_choices for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid()));
-- A student ranks and declares while the wishlist is open by the database's clock; the school enters choices for someone, and decides
-- whether a hardship is verified and a conflict allowed, until the results are published. The option must belong to the wishlist, and the
-- student to one of its cohorts.
create policy administrators_enter_choices on public.wishlist_choices for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and exists (select from public.wishlist_campaigns c join public.wishlist_options o on o.campaign_id = c.id
      join public.cohort_memberships m on m.cohort_id = any (c.cohort_ids) and m.to_date is null
      where c.id = wishlist_choices.campaign_id and o.id = option_id and m.student_id = wishlist_choices.student_id and rank <= c.max_choices
        and c.status = 'announced' and c.opens_at <= now()));
create policy students_enter_own_choices on public.wishlist_choices for insert to app_rw
  with check ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid())
    and exists (select from public.wishlist_campaigns c join public.wishlist_options o on o.campaign_id = c.id
      where c.id = wishlist_choices.campaign_id and o.id = option_id and c.cohort_ids && array(select cohort_id from public.cohort_memberships where student_id = (select app.uid()) and to_date is null) and rank <= c.max_choices
        and c.status = 'announced' and now() >= c.opens_at and now() < c.closes_at));
create policy administrators_replace_choices on public.wishlist_choices for delete to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'announced' and c.opens_at <= now()));
create policy students_replace_own_choices on public.wishlist_choices for delete to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'announced' and now() >= c.opens_at and now() < c.closes_at));

create policy superadmin_sees_submissions on public.wishlist_submissions for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_submissions on public.wishlist_submissions for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy students_see_own_submissions on public.wishlist_submissions for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid()));
create policy students_add_own_submissions on public.wishlist_submissions for insert to app_rw
  with check ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'announced' and now() >= c.opens_at and now() < c.closes_at
      and c.cohort_ids && array(select cohort_id from public.cohort_memberships where student_id = (select app.uid()) and to_date is null) and (hardship_kind is null or c.allow_hardship)));
create policy students_change_own_submissions on public.wishlist_submissions for update to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid()))
  with check ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'announced' and now() >= c.opens_at and now() < c.closes_at
      and c.cohort_ids && array(select cohort_id from public.cohort_memberships where student_id = (select app.uid()) and to_date is null) and (hardship_kind is null or c.allow_hardship)));
create policy administrators_decide_submissions on public.wishlist_submissions for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and exists (select from public.wishlist_campaigns c join public.cohort_memberships m on m.cohort_id = any (c.cohort_ids) and m.to_date is null
      where c.id = wishlist_submissions.campaign_id and m.student_id = wishlist_submissions.student_id and c.status = 'announced' and c.opens_at <= now()));

-- Only the student and the administrators who verify a hardship see its documents.
create policy administrators_see_hardship_documents on public.files for select to app_rw
  using (purpose = 'hardship' and (select app.is_school_admin()) and school_id = (select app.school_id())
    and exists (select from public.wishlist_submissions b where b.student_id = files.owner_id and files.id = any (b.hardship_file_ids)));
