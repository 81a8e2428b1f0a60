-- What leaves the school about a student, to whom, and how it is remembered (domain 2.20; 34 CFR 99.30 to 99.33).

-- The release under which this place may be told of the student, now; null when there is none.
-- Reason: a facility reads no students; what it is shown is written down in the same statement.
create or replace function app.release_for(p_student uuid, p_school uuid, p_facility uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.id from public.consents c
  where c.student_id = p_student and c.school_id = p_school and c.purpose = 'placement'
    and c.revoked_at is null and c.granted_at <= now() and c.expires_at > now()
    and (c.facility_scope is null or c.facility_scope in (select l.id from app.facility_line(p_facility) l))
  order by c.granted_at, c.id limit 1
$$;

-- What a facility sees of a student on a shift. Named once the
-- shift is approved, in the days around it, with a release, where the look can be logged; else masked, and because of what.
-- Reason: a facility reads no students; what it is shown is written down in the same statement.
create or replace function app.facility_sight(p_status text, p_date date, p_last_date date, p_today date, p_before integer, p_after integer,
  p_has_release boolean, p_is_logged boolean) returns table (masked_because text, shows_emergency_contact boolean)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select m.because, m.because is null and p_today between p_date and p_last_date
  from (select case
    when p_status in ('declined', 'expired', 'withdrawn', 'cancelled') then 'called_off'
    when p_status not in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed') then 'not_approved'
    when p_today < p_date - p_before then 'too_early'
    when p_today > p_date + p_after then 'too_late'
    when not p_has_release then 'no_release'
    when not p_is_logged then 'read_only' end as because) m
$$;

-- The organizations that a release can be given for: the school's partners.
-- Reason: a student reads no partnerships.
create or replace function app.releasable_facilities(p_school uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.id, f.name from public.facilities f
  where (p_school = app.school_id() or app.administers_school(p_school))
    and exists (select 1 from public.partnerships p where p.school_id = p_school and p.organization_id = f.id and p.status in ('active', 'suspended'))
  order by f.name, f.id
$$;

drop function if exists app.set_emergency_contact(text), app.release_places(uuid);

grant execute on function app.facility_sight(text, date, date, date, integer, integer, boolean, boolean), app.releasable_facilities(uuid) to app_rw;

-- Who is on a shift, as a place sees them. The number is the student's on this shift and stays, whoever comes or goes; the name
-- stands only where it may be told. For app.roster_as_facility alone: it tells names and writes nothing down.
-- Reason: a facility reads no students; what it is shown is written down in the same statement.
create or replace function app.roster_sight(s public.shifts, p_is_logged boolean) returns table (assignment_id uuid, student_id uuid, consent_id uuid,
  number integer, seat text, masked_because text, shows_emergency_contact boolean, opens_on date)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with house as (
    select o.visibility_before_days as before, o.visibility_after_days as after
    from app.facility_line(s.facility_id) l join public.organizations o on o.id = l.id order by l.height limit 1
  ),
  met as (
    select a.student_id, (row_number() over (order by min(a.created_at), a.student_id))::integer as number
    from public.assignments a where a.shift_id = s.id group by a.student_id
  )
  select a.id, a.student_id, r.id, m.number, a.status, g.masked_because, g.shows_emergency_contact, s.date - coalesce(h.before, 0)
  from public.assignments a
  join met m on m.student_id = a.student_id
  left join house h on true
  cross join lateral (select app.release_for(a.student_id, s.school_id, s.facility_id) as id) r
  cross join lateral app.facility_sight(s.status, s.date, (s.ends_at at time zone s.time_zone)::date, (now() at time zone s.time_zone)::date,
    coalesce(h.before, 0), coalesce(h.after, 0), r.id is not null, p_is_logged) g
  where a.shift_id = s.id and app.holds_seat(a.status)
  order by m.number
$$;

-- The roster for the people of a place: one row per seat, with the least they need. Every name that is told is written down in the
-- same transaction; in one that cannot write, no name is told.
drop function if exists app.roster_as_facility(uuid);
-- Reason: a facility reads no students; what it is shown is written down in the same statement.
create or replace function app.roster_as_facility(p_shift_id uuid) returns table (assignment_id uuid, number integer, label text, is_named boolean,
  masked_because text, opens_on date, seat text, level text, year integer, school_name text, cleared boolean, cleared_because text, missing_types text[], emergency_contact text, student_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s public.shifts;
  viewer public.users;
  as_role text;
  one record;
  student public.users;
begin
  select x.* into s from public.shifts x where x.id = p_shift_id and x.status <> 'draft';
  select u.* into viewer from public.users u where u.id = app.uid();
  as_role := case
    when app.is_superadmin() then 'superadmin'
    when app.role() = 'facility_admin' and viewer.id in (select app.shift_leaders(s)) then 'preceptor'
    when app.role() = 'facility_admin' and s.facility_id in (select app.facility_scope(app.facility_id())) then 'facility_admin' end;
  if s.id is null or as_role is null then perform app.refuse('We can’t find that shift.', 'PW404'); end if;
  select c.name into school_name from public.schools c where c.id = s.school_id;
  for one in select * from app.roster_sight(s, current_setting('transaction_read_only') = 'off') loop
    select u.* into student from public.users u where u.id = one.student_id;
    assignment_id := one.assignment_id;
    number := one.number;
    masked_because := one.masked_because;
    is_named := masked_because is null;
    student_id := case when is_named then student.id end;
    opens_on := one.opens_on;
    seat := one.seat;
    label := case when is_named then student.full_name end;
    level := (select p.level from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id join public.programs p on p.id = c.program_id
      where m.student_id = student.id and m.school_id = s.school_id and s.date >= m.from_date and (m.to_date is null or s.date < m.to_date) limit 1);
    year := app.year_of_study(student.id, s.date);
    select c.status <> 'not_cleared', case when c.status is null then 'not_checked' end,
        case when c.status = 'not_cleared' then c.missing_types end into cleared, cleared_because, missing_types
      from (select) y left join public.seat_clearances c on c.id = one.assignment_id where is_named;
    emergency_contact := case when one.shows_emergency_contact then student.emergency_contact end;
    if is_named then
      insert into public.disclosures (school_id, student_id, shift_id, shift_date, facility_id, consent_id, seen_by, seen_by_name, seen_as, acted_by, fields, day)
        values (s.school_id, student.id, s.id, s.date, s.facility_id, one.consent_id, viewer.id, viewer.full_name, as_role,
          case when app.acting_as() is not null then app.real_uid() end,
          array_remove(array['name', 'level', 'school', 'dates', case when cleared is not null then 'clearance' end,
            case when emergency_contact is not null then 'emergency_contact' end], null),
          (now() at time zone s.time_zone)::date)
        on conflict do nothing;
    end if;
    return next;
  end loop;
end $$;
grant execute on function app.roster_as_facility(uuid) to app_rw;
