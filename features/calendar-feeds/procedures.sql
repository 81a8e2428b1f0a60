-- The private address of a calendar. It names a person and opens nothing but that person's own shifts; kept is its hash.

drop function if exists app.my_calendar_feed(), app.revoke_calendar_feed(), app.renew_calendar_feed(text);

-- The address of this hash, if there ever was one: whether it was turned off, and whether its person still reads by it.
-- Reason: it must see what its caller may not: the digest of an address, and the person behind it.
create or replace function app.find_calendar_feed(p_token_hash text) returns table (id uuid, is_revoked boolean, is_open boolean)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select f.id, f.revoked_at is not null, f.revoked_at is null and u.status = 'active' and u.email_verified
  from public.calendar_feeds f join public.users u on u.id = f.user_id where f.token_hash = p_token_hash
$$;

-- Who led a shift stays known to it, whichever command names another.
create or replace function app.keep_former_proctor() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.former_proctor_ids := array(select distinct l from unnest(new.former_proctor_ids || app.instructors_of(old)) l where l <> all (app.instructors_of(new)));
  return new;
end $$;
create or replace trigger former_proctor before update of proctor_id, more_proctor_ids on public.shifts for each row
  when (old.proctor_id is not null and (new.proctor_id, new.more_proctor_ids) is distinct from (old.proctor_id, old.more_proctor_ids)) execute function app.keep_former_proctor();

-- The shifts of the person behind an address. From half a year back: those a proctor leads or led, a preceptor leads, or a student is
-- assigned to. For administrators the next 60 days and the last 7: the agreed shifts on the units they run, or of their school. As soon as
-- others may count on them (agreed on for those who lead, published for students), and those that were canceled, left or planned again since. The version grows with the shift's and, for
-- a student, with the assignment's, so that a calendar always takes the newest. Of seats that lie ahead a student's own clearance, and for
-- those who lead or plan a shift how many of its students are not cleared.
-- Reason: it must see what its caller may not: the digest of an address.
create or replace function app.calendar_feed_shifts(p_token_hash text) returns table (
  id uuid, version integer, title text, school_name text, unit_name text, site_name text, address text,
  time_zone text, starts_at timestamptz, ends_at timestamptz, is_cancelled boolean, updated_at timestamptz,
  clearance text, uncleared integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with person as materialized (
    select u.id, u.role, u.linked_school_id from public.calendar_feeds f join public.users u on u.id = f.user_id
    where f.token_hash = p_token_hash and f.revoked_at is null and u.status = 'active' and u.email_verified),
  held as (
    select s.id, 0 as version, false as has_left, s.updated_at
    from person p cross join lateral app.led_by(p.id) l (id) join public.shifts s on s.id = l.id
    union
    select s.id, 0, false, s.updated_at
    from person p join public.shifts s on p.role = 'facility_admin' and s.submitted_at is not null
      and s.facility_id = any (array(select app.facility_scope(app.facility_root(p.id)))) and s.date between current_date - 7 and current_date + 60
    union
    select s.id, 0, false, s.updated_at
    from person p join public.shifts s on p.role in ('school_admin', 'school_super_admin') and s.school_id = p.linked_school_id
      and s.date between current_date - 7 and current_date + 60
    union all
    select s.id, 0, true, s.updated_at
    from person p join public.shifts s on s.former_proctor_ids @> array[p.id] and s.former_proctor_ids <> '{}' and p.id <> all (app.instructors_of(s)) and p.role = 'proctor'
    union all
    select a.shift_id, sum(a.version)::integer, bool_and(a.status in ('dropped', 'removed', 'cancelled')), max(a.updated_at)
    from person p join public.assignments a on a.student_id = p.id and p.role = 'student'
    where a.status in ('assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show', 'dropped', 'removed', 'cancelled')
    group by a.shift_id)
  select s.id, s.version + h.version, coalesce(s.title, 'Clinical shift'), school.name,
    case when place.kind = 'unit' then place.name end,
    case when place.kind = 'unit' then above.name else place.name end,
    concat_ws(', ', site.address, site.postal_code),
    s.time_zone, s.starts_at, s.ends_at, h.has_left or s.status not in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed'), greatest(s.updated_at, h.updated_at),
    (select c.status from public.seat_clearances c join public.assignments a on a.id = c.id
      where c.student_id = p.id and c.shift_id = s.id and p.role = 'student' and a.status = 'assigned' and c.computed_on < 'infinity'),
    (select count(*)::integer from public.seat_clearances c join public.assignments a on a.id = c.id
      where c.shift_id = s.id and p.role in ('proctor', 'school_admin', 'school_super_admin') and a.status = 'assigned' and c.computed_on < 'infinity' and c.status = 'not_cleared')
  from held h
  join person p on true
  join public.shifts s on s.id = h.id and s.date >= current_date - 183 and (
    case p.role when 'student' then s.published_at is not null
      else s.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed', 'cancelled', 'postponed') end
    or exists (select from public.shift_events e where e.shift_id = s.id
      and (e.event = 'publish' or p.role <> 'student' and e.event in ('approve', 'agree', 'accept_counter'))))
  join public.schools school on school.id = s.school_id
  left join public.facilities place on place.id = s.facility_id
  left join public.facilities above on above.id = place.parent_id
  left join public.sites site on site.id = case when place.kind = 'unit' then above.id else place.id end
  order by s.starts_at, s.id
$$;
drop function if exists app.was_in_calendars(public.shifts, text);
drop function if exists app.open_calendar_feed(text, text);
grant execute on function app.find_calendar_feed(text), app.calendar_feed_shifts(text) to app_auth;
