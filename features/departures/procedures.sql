-- What a person holds that someone else depends on, for whoever may deactivate them: the list must be whole, also where row-level
-- security shows the asker only a part (a preceptor's shift that a school is still drafting). Nothing for others.
create or replace function app.holdings_of(p_user_id uuid)
returns table (kind text, id text, date date, label text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.* from (
    select case when x.proctor_id = p_user_id then 'lead' else 'precept' end, x.id::text, x.date, app.shift_where(x) || ', ' || app.shift_when(x)
      from public.shifts x where p_user_id in (x.proctor_id, x.preceptor_id) and x.starts_at > now()
        and x.status not in ('cancelled', 'withdrawn', 'declined', 'expired', 'completed', 'closed')
    union all
    select case when a.status in ('requested', 'waitlisted') then 'request' else 'seat' end, a.id::text, x.date,
        app.shift_where(x) || ', ' || app.shift_when(x) || case a.status when 'waitlisted' then ' (waitlist)' when 'offered' then ' (offered)' else '' end
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.student_id = p_user_id and a.status in ('requested', 'waitlisted', 'offered', 'assigned') and x.starts_at > now()
    union all
    select 'swap', w.id::text, x.date, 'With ' || o.full_name || ': ' || app.shift_where(x) || ', ' || app.shift_when(x)
      from public.shift_swaps w join public.assignments a on a.id = w.assignment_id join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      join public.users o on o.id = case p_user_id when w.from_student_id then w.to_student_id else w.from_student_id end
      where p_user_id in (w.from_student_id, w.to_student_id) and w.status in ('proposed', 'accepted')
    union all
    select 'cohort', c.id::text, null, c.name from public.cohort_advisors a join public.cohorts c on c.id = a.cohort_id
      where a.user_id = p_user_id and c.status <> 'archived'
    union all
    select 'permission', g.facility_id || ' ' || g.permission_type, g.expires_on, app.permission_label(g.permission_type) || ' at ' || f.name
      from public.facility_admin_permissions g join public.facilities f on f.id = g.facility_id where g.user_id = p_user_id and g.is_enabled
    union all
    select 'permission_request', q.id::text, null, app.permission_label(q.permission) || ' at ' || f.name || ' for ' || t.full_name
      from public.permission_requests q join public.facilities f on f.id = q.scope_node join public.users t on t.id = q.target_user_id
      where p_user_id in (q.requester_id, q.target_user_id) and q.status in ('draft', 'submitted')
    union all
    select 'invitation', i.id::text, null, coalesce(i.full_name || ', ', '') || i.email
      from public.invitations i where i.invited_by = p_user_id and i.status in ('sent', 'opened') and i.expires_at > now()
  ) h (kind, id, date, label)
  where app.may_deactivate(p_user_id)
  order by array_position(array['lead', 'precept', 'seat', 'request', 'swap', 'cohort', 'permission', 'permission_request', 'invitation'], h.kind),
    h.date nulls last, h.label, h.id
$$;

-- Who could take over, for whoever may deactivate this person: instructors of the school, preceptors of the facility's part of the
-- tree, advisors; and which of the shifts each cannot lead, having another at that time.
create or replace function app.successors_of(p_user_id uuid)
returns table (kind text, id uuid, full_name text, clashes text[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with person as (select u.* from public.users u where u.id = p_user_id and app.may_deactivate(u.id)),
  led as (select x.* from public.shifts x, person p where p.id in (x.proctor_id, x.preceptor_id) and x.starts_at > now()
    and x.status in ('approved', 'published', 'full'))
  select 'lead', u.id, u.full_name, array(select l.id::text from led l where exists (select 1 from public.shifts y where y.proctor_id = u.id
      and y.status in ('approved', 'published', 'full', 'in_progress') and y.date between l.date - 2 and l.date + 2
      and tstzrange(y.starts_at, y.ends_at) && tstzrange(l.starts_at, l.ends_at)))
    from person p join public.users u on u.linked_school_id = p.linked_school_id and u.role = 'proctor' and u.status = 'active' and u.id <> p.id
    where p.role = 'proctor'
  union all
  select 'precept', u.id, u.full_name, array(select l.id::text from led l where exists (select 1 from public.shifts y where y.preceptor_id = u.id
      and y.status in ('approved', 'published', 'full', 'in_progress') and y.date between l.date - 2 and l.date + 2
      and tstzrange(y.starts_at, y.ends_at) && tstzrange(l.starts_at, l.ends_at)))
    from person p join public.users u on u.role = 'facility_admin' and u.status = 'active' and u.id <> p.id
      and u.linked_facility_id in (select app.facility_scope(app.facility_root(p.id)))
    where p.role = 'facility_admin' and app.is_preceptor(u.id)
  union all
  select 'cohort', u.id, u.full_name, '{}' from person p join public.users u on u.linked_school_id = p.linked_school_id and u.status = 'active'
      and u.email_verified and u.role in ('proctor', 'school_admin', 'school_super_admin') and u.id <> p.id
    where p.linked_school_id is not null and p.role <> 'student'
  order by 1, 3, 2
$$;
grant execute on function app.holdings_of(uuid), app.successors_of(uuid) to app_rw;
