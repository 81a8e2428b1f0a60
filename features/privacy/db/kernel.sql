-- What the school shares about a student, with whom, and how it is logged (domain 2.20; 34 CFR 99.30 to 99.33).

-- An earlier version of the roster returned a table.
drop function if exists app.roster_as_facility(uuid), app.roster_sight(public.shifts, boolean), app.facility_sight(text, date, date, date, integer, integer, boolean, boolean),
  app.facility_sight(text, date, date, date, date, date, boolean, boolean), app.release_for(uuid, uuid, uuid);

-- An earlier version also returned their names, which every member may read anyway.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.releasable_facilities(uuid)') and p.proargmodes is not null) then
    drop function app.releasable_facilities(uuid);
  end if;
end $$;
-- The organizations for which a release can be given: the school's partners.
-- Reason: a student reads no partnerships.
create or replace function app.releasable_facilities(p_school uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct organization_id from public.partnerships where school_id = p_school and status in ('active', 'suspended')
    and (p_school = app.school_id() or app.administers_school(p_school))
$$;

drop function if exists app.set_emergency_contact(text);

grant execute on function app.releasable_facilities(uuid) to app_rw;

-- The roster for people at a facility: one row per seat, with only what they need. The number is the student's on this shift and never
-- changes. A student is named once the shift is approved, in the days around it, under a release for this facility, if access can be
-- logged: every name is logged in the same transaction. The emergency contact is shown only on the days of the shift. rules.ts explains why
-- a name is masked.
-- Reason: a facility may read no students; what it is shown is logged in the same statement.
create or replace function app.roster_as_facility(p_shift_id uuid) returns setof jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s public.shifts := app.shift_row(p_shift_id);
  me uuid := app.uid();
  my_name text := app.name_of_proctor(me);
  acted_by uuid := nullif(app.real_uid(), me);
  as_role text := case when app.role() = 'facility_admin' and me in (select app.shift_leaders(s)) then 'preceptor'
    when app.shift_party(s) in ('platform', 'facility') then app.role() end;
  seat record;
begin
  if as_role is null or coalesce(s.status, 'draft') = 'draft' then raise exception 'shift.not_found' using errcode = 'PW404'; end if;
  for seat in
    select a.id as assignment_id, m.number, a.status as seat, w.*, s.status as shift_status, c.name as school_name, r.consent, r.consent is not null as has_release,
      (select b.level from app.student_cohorts b where b.student_id = a.student_id and b.school_id = s.school_id and s.date >= b.from_date
        and (b.to_date is null or s.date < b.to_date) limit 1) as level, app.year_of_study(a.student_id, s.date) as year, n.*
    from (select student_id, (row_number() over (order by min(created_at), student_id))::integer as number
      from public.assignments where shift_id = s.id group by 1) m
    join public.assignments a on a.shift_id = s.id and a.student_id = m.student_id and app.holds_seat(a.status)
    cross join (select (now() at time zone s.time_zone)::date as today, s.date - coalesce(min(o.visibility_before_days), 0) as opens_on,
        s.date + coalesce(min(o.visibility_after_days), 0) as closes_on
      from (select o.* from app.facility_line(s.facility_id) join public.organizations o using (id) order by height limit 1) o) w
    join public.schools c on c.id = s.school_id
    left join lateral (select id as consent from public.consents
      where student_id = a.student_id and school_id = s.school_id and purpose = 'placement' and revoked_at is null and now() >= granted_at and now() < expires_at
        and (facility_scope is null or facility_scope in (select l.id from app.facility_line(s.facility_id) l))
      order by granted_at, id limit 1) r on true
    left join lateral (select u.full_name as label, u.id as student_id, k.status <> 'not_cleared' as cleared,
        case when k.status = 'not_cleared' then k.missing_types end as missing_types,
        case when w.today between s.date and (s.ends_at at time zone s.time_zone)::date then u.emergency_contact end as emergency_contact
      from public.users u left join public.seat_clearances k on k.id = a.id
      where u.id = a.student_id and r.consent is not null and w.today between w.opens_on and w.closes_on
        and s.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')
        and current_setting('transaction_read_only') = 'off') n on true
    order by m.number
  loop
    if seat.label is not null then
      insert into public.disclosures (school_id, student_id, shift_id, shift_date, facility_id, consent_id, seen_by, seen_by_name, acted_by, seen_as, fields, day)
        values (s.school_id, seat.student_id, s.id, s.date, s.facility_id, seat.consent, me, my_name, acted_by, as_role,
          array_remove(array['name', 'level', 'school', 'dates', case when seat.cleared is not null then 'clearance' end,
            case when seat.emergency_contact is not null then 'emergency_contact' end], null), seat.today) on conflict do nothing;
    end if;
    return next to_jsonb(seat) - 'consent';
  end loop;
end $$;
grant execute on function app.roster_as_facility(uuid) to app_rw;

drop function if exists app.notify_of_release(uuid, text, jsonb, text), app.set_directory_opt_out(uuid, boolean);
