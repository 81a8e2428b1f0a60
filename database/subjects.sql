-- The row that a notification is about determines who is notified; database/subjects.ts lists the tables and what their rows lack.

-- Created again at the end of each start, because what it depends on may change before.
drop view if exists app.subjects;
drop function if exists app.notify_of_row(text, uuid, text[], text, text, jsonb, text, text), app.notify_capstone(uuid, text[], text, text, jsonb, text, uuid),
  app.notify_evaluation(uuid, text, text, jsonb, text, text), app.notify_partnership_party(uuid, text, text, text, jsonb, text),
  app.notify_wishlist(uuid, text, text, jsonb, text), app.notify_shift_report(uuid, text, text, text, jsonb, text), app.notify_of_offer(uuid, text, jsonb),
  app.notify_school(uuid, text, jsonb, text), app.notify_release_requested(uuid, uuid[], text, jsonb), app.notify_credential(uuid, text, text, jsonb),
  app.notify_moved_students(uuid, uuid[], uuid, text, jsonb, text);
-- Notifies people about a row (database/subjects.ts) that the caller just wrote, according to its columns for who and when; or about a
-- school that the caller administers, or a capstone project to which they are a party. The scheduler and sign-in act for no one. p_to says
-- who is notified: people named in these columns of the row, the administrators of its school or facility, some people (p_people) of a
-- school that the caller administers or of those whom the row moved, preceptors of the project (p_people), or the superadmins if there is
-- no one else; 'others' leaves out the person who acts, but not the person whom they act as. Some values come from the row: the name of a
-- student, and whom a reader covers at its unit (app.covering). p_urls has the page for each role, or for all others (''). Returns how many
-- were notified. Uses a generic plan, because planning for all tables each time took ten times as long as the work.
-- Reason: it writes the notifications of others, and finds people whom its caller may not see.
create or replace function app.notify_of_row(p_table text, p_id uuid, p_to text[], p_people uuid[], p_type text, p_code text, p_values jsonb, p_urls jsonb,
  p_key text) returns integer language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  me text[] := array[app.uid()::text, app.real_uid()::text, (select 'link' from app.preceptor_link())];
  r jsonb := (select s.facts from app.subjects s where s.entity = p_table and s.id = p_id);
  schools uuid[] := array(select s::uuid from jsonb_array_elements_text(jsonb_build_array(r -> 'school_id') || coalesce(r -> 'school_ids', '[]')) s);
begin
  if not (coalesce(session_user in ('app_worker', 'app_auth') or p_table = 'schools' and app.administers_school(p_id)
      or p_table = 'capstone_projects' and app.capstone_party(p_id) is not null, false)
      or exists (select from jsonb_each_text(r) w cross join lateral (select left(w.key, -2) || 'by' as by) b
        where case when w.key like '%\_at' then w.value::timestamptz >= now() and coalesce(r ->> b.by, case when r ? b.by then 'link' end) = any (me) end)) then
    raise exception 'Nothing was done about this' using errcode = '42501';
  end if;
  return (with named as (
      select i::uuid as id from unnest(p_to) t cross join jsonb_array_elements_text('[]' || (r -> t)) i where t like '%\_id%' and i is not null
      union select user_id from public.preceptors where 'preceptors' = any (p_to) and id = any (p_people) and r -> 'preceptor_ids' ? id::text
      union select id from public.users where 'people' = any (p_to) and id = any (p_people) and linked_school_id = any (schools)
        and coalesce(r -> 'student_ids' ? id::text, p_table = 'schools')
      union select id from public.users where p_to && '{school,super_admins}' and linked_school_id = any (schools) and status = 'active' and email_verified
        and (role = 'school_super_admin' or role = 'school_admin' and 'school' = any (p_to))
      union select id from public.users where 'facility' = any (p_to) and role = 'facility_admin' and status = 'active' and email_verified
        and linked_facility_id in (select app.nodes_above((r ->> 'facility_id')::uuid) union select jsonb_array_elements_text(r -> 'site_ids')::uuid)
    ), meant as (
      table named union
      select id from public.users where 'superadmin' = any (p_to) and role = 'superadmin' and status = 'active' and not exists (select from named)
    ), pages as (
      select array_agg(u.id) as ids, coalesce(p_urls ->> u.role, p_urls ->> '') as page, coalesce(c.covers, '{}')
          || case when p_values ? 'student' and r ? 'student' then jsonb_build_object('student', r -> 'student') else '{}' end as known
      from meant join public.users u using (id) left join app.covering c on c.cover_id = u.id and c.node_id = (r ->> 'covered_unit')::uuid
      where not ('others' = any (p_to) and u.id = app.real_uid()) is true group by 2, 3)
    select coalesce(sum(cardinality(app.notify_code(g.ids, p_type, p_code, p_values || g.known, g.page, p_key))), 0) from pages g);
end $$;
drop function if exists app.notify_about_need(uuid, text, jsonb, text), app.notify_about_need(uuid, text, jsonb, text, text), app.notify_about_swap(uuid, text, text, jsonb, text),
  app.notify_of_hours(uuid, text, text, jsonb), app.notify_about_concern(uuid, text, jsonb, text), app.notify_semester_report(uuid, text, text, jsonb),
  app.notify_permission_decision(uuid, text, jsonb), app.notify_applicant(uuid, text, jsonb, text);
grant execute on function app.notify_of_row(text, uuid, text[], uuid[], text, text, jsonb, jsonb, text) to app_rw, app_worker, app_auth;
