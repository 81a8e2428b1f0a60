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

drop function if exists app.roster_sight(public.shifts, boolean), app.roster_as_facility(uuid), app.facility_sight(text, date, date, date, integer, integer, boolean, boolean);
-- Is a student on a shift named to its facility? Once the shift is approved, in the days around it, with a release, where the look can be logged;
-- the emergency contact on the days of the shift alone. Because of what not says rules.ts.
-- Reason: a facility reads no students; what it is shown is written down in the same statement.
create or replace function app.facility_sight(p_status text, p_date date, p_last_date date, p_today date, p_opens date, p_closes date,
  p_has_release boolean, p_is_logged boolean, out shows_name boolean, out shows_emergency_contact boolean)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select n.shown, n.shown and p_today between p_date and p_last_date
  from (select p_status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')
    and p_today between p_opens and p_closes and p_has_release and p_is_logged) n (shown)
$$;

-- With their names before, which every member reads.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.releasable_facilities(uuid)') and p.proargmodes is not null) then
    drop function app.releasable_facilities(uuid);
  end if;
end $$;
-- The organizations that a release can be given for: the school's partners.
-- Reason: a student reads no partnerships.
create or replace function app.releasable_facilities(p_school uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct p.organization_id from public.partnerships p where p.school_id = p_school and p.status in ('active', 'suspended')
    and (p_school = app.school_id() or app.administers_school(p_school))
$$;

drop function if exists app.set_emergency_contact(text), app.release_places(uuid);

grant execute on function app.releasable_facilities(uuid) to app_rw;

-- The roster for the people of a place: one row per seat, with the least they need. The number is the student's on this shift and stays, no matter who
-- comes or goes; name, clearance and emergency contact stand only where they may be told. Every name that is told is written down in the same
-- transaction; in one that cannot write, no name is told.
-- Reason: a facility reads no students; what it is shown is written down in the same statement.
create or replace function app.roster_as_facility(p_shift_id uuid) returns setof jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s public.shifts := app.shift_row(p_shift_id);
  as_role text := case when app.is_superadmin() then 'superadmin' when app.role() = 'facility_admin' then case when app.uid() in (select app.shift_leaders(s)) then 'preceptor'
    when s.facility_id in (select app.facility_scope(app.facility_id())) then 'facility_admin' end end;
  seat record;
begin
  if as_role is null or s.id is null or s.status = 'draft' then perform app.refuse('We can’t find that shift.', 'PW404'); end if;
  for seat in
    with house as (
      select o.visibility_before_days as before, o.visibility_after_days as after
      from app.facility_line(s.facility_id) l join public.organizations o on o.id = l.id order by l.height limit 1
    ), met as (
      select a.student_id, (row_number() over (order by min(a.created_at), a.student_id))::integer as number
      from public.assignments a where a.shift_id = s.id group by a.student_id
    )
    select a.id as assignment_id, m.number, a.status as seat, case when g.shows_name then u.full_name end as label, case when g.shows_name then u.id end as student_id,
      (select b.level from app.student_cohorts b where b.student_id = u.id and b.school_id = s.school_id and s.date >= b.from_date
        and (b.to_date is null or s.date < b.to_date) limit 1) as level,
      app.year_of_study(u.id, s.date) as year, case when g.shows_name then k.status <> 'not_cleared' end as cleared,
      case when g.shows_name and k.status = 'not_cleared' then k.missing_types end as missing_types,
      case when g.shows_emergency_contact then u.emergency_contact end as emergency_contact,
      r.consent, r.consent is not null as has_release, d.*, s.status as shift_status, c.name as school_name
    from public.assignments a join met m on m.student_id = a.student_id join public.users u on u.id = a.student_id join public.schools c on c.id = s.school_id
    left join house h on true left join public.seat_clearances k on k.id = a.id
    cross join lateral (select s.date - coalesce(h.before, 0) as opens_on, s.date + coalesce(h.after, 0) as closes_on, (now() at time zone s.time_zone)::date as today) d
    cross join lateral (select app.release_for(u.id, s.school_id, s.facility_id) as consent) r
    cross join lateral app.facility_sight(s.status, s.date, (s.ends_at at time zone s.time_zone)::date, d.today, d.opens_on, d.closes_on,
      r.consent is not null, current_setting('transaction_read_only') = 'off') g
    where a.shift_id = s.id and app.holds_seat(a.status) order by m.number
  loop
    if seat.label is not null then
      insert into public.disclosures (school_id, student_id, shift_id, shift_date, facility_id, consent_id, seen_by, seen_by_name, seen_as, acted_by, fields, day)
        select s.school_id, seat.student_id, s.id, s.date, s.facility_id, seat.consent, u.id, u.full_name, as_role, nullif(app.real_uid(), u.id),
          array_remove(array['name', 'level', 'school', 'dates', case when seat.cleared is not null then 'clearance' end,
            case when seat.emergency_contact is not null then 'emergency_contact' end], null), seat.today
        from public.users u where u.id = app.uid() on conflict do nothing;
    end if;
    return next to_jsonb(seat) - 'consent';
  end loop;
end $$;
grant execute on function app.roster_as_facility(uuid) to app_rw;
