-- A shift in one of these states counts: somebody relies on its seats, or did.
create or replace function app.shift_takes_seats(p_status text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select p_status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed')
$$;

-- Seats that the school's shifts of a semester take at the organization, or on one unit of it, beside the shift that is asked about:
-- what the facility said yes to, else what is asked.
create or replace function app.partnership_seats(p public.partnerships, p_semester_id uuid, p_unit_id uuid default null, p_shift_id uuid default null)
returns integer language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(coalesce(s.approved_capacity, s.capacity)), 0)::integer from public.shifts s
  where s.semester_id = p_semester_id and s.school_id = p.school_id and app.shift_takes_seats(s.status) and s.id is distinct from p_shift_id
    and case when p_unit_id is null then s.facility_id in (select app.facility_scope(p.organization_id)) else s.facility_id = p_unit_id end
$$;

-- The semesters that run or come, with the seats taken in each: for both sides, without anybody's name.
create or replace function app.partnership_seat_use(p_id uuid) returns table (semester text, seats integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(p_id);
begin
  if p.id is null or app.partnership_side(p) is null then return; end if;
  return query select x.name, app.partnership_seats(p, x.id) from public.semesters x
    where x.school_id = p.school_id and x.is_active and x.end_date >= app.partnership_today(p.organization_id) order by x.start_date, x.name;
end $$;
grant execute on function app.partnership_seat_use(uuid) to app_rw;

-- The programs whose students come on a shift: those of its cohorts. A shift for all cohorts, or for one that belongs to no program, is
-- for every active program of the school (docs/decisions/037). Null without cohorts to ask about.
create or replace function app.programs_of(p_school_id uuid, p_cohort_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when p_cohort_ids is null then null
    when p_cohort_ids = '{}' or exists (select 1 from public.cohorts c where c.id = any (p_cohort_ids) and c.program_id is null)
      then array(select g.id from public.programs g where g.school_id = p_school_id and g.is_active)
    else array(select distinct c.program_id from public.cohorts c where c.id = any (p_cohort_ids) and c.school_id = p_school_id) end
$$;

-- Does an active agreement cover this school, place, day and kind of experience? The reason, when it does not: no_partnership,
-- not_active, outside_dates, site_not_included, program_not_included, observation_only, blackout. With a semester and seats also
-- whether there is room: quota, unit_quota; and for a submission whether it comes in time: lead_time.
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid);
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean);
create or replace function app.partnership_cover(p_school_id uuid, p_facility_id uuid, p_date date, p_experience_type text, p_program_ids uuid[] default null,
  p_semester_id uuid default null, p_seats integer default null, p_shift_id uuid default null, p_is_submission boolean default false)
returns table (covers boolean, reason text, message text, partnership_id uuid, auto_approve boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  above uuid[] := array(select app.nodes_above(p_facility_id));
  organization text := (select f.name from public.facilities f where f.id = any (above) and f.kind = 'organization' order by f.parent_id nulls last limit 1);
  reasons text[] := array['not_active', 'site_not_included', 'outside_dates', 'program_not_included', 'observation_only', 'blackout', 'lead_time', 'quota', 'unit_quota'];
  p public.partnerships; best_rank integer := 0; why text; rank integer; closed jsonb; unit jsonb; lead_days integer; earliest date; taken integer;
begin
  covers := false; reason := 'no_partnership'; auto_approve := false;
  message := 'There is no partnership with ' || coalesce(organization, 'this place') || '. Ask for one first.';
  for p in select x.* from public.partnerships x where x.school_id = p_school_id and x.organization_id = any (above) and x.status not in ('draft', 'withdrawn')
    order by x.requested_at desc nulls last, x.id
  loop
    closed := (select b from jsonb_array_elements(p.blackout) b where p_date between (b ->> 'from')::date and (b ->> 'to')::date limit 1);
    why := case
      when p.status <> 'active' then 'not_active'
      when not p.all_sites and not exists (select 1 from public.partnership_sites s where s.partnership_id = p.id and s.site_id = any (above)) then 'site_not_included'
      when p_date not between p.effective_from and p.effective_to or p_date > p.ends_on then 'outside_dates'
      when p_program_ids is not null and exists (select 1 from public.partnership_programs g where g.partnership_id = p.id)
        and not (p_program_ids <@ array(select g.program_id from public.partnership_programs g where g.partnership_id = p.id)) then 'program_not_included'
      when p.agreement_kind in ('observation_only', 'none') and p_experience_type is distinct from 'observation' then 'observation_only'
      when closed is not null then 'blackout' end;
    if why is null and p_is_submission then
      select o.default_lead_time_days into lead_days from public.organizations o where o.id = p.organization_id;
      earliest := app.partnership_today(p.organization_id) + lead_days;
      if p_date < earliest then why := 'lead_time'; end if;
    end if;
    if why is null and p_seats is not null and p.seat_quota_per_semester is not null then
      taken := app.partnership_seats(p, p_semester_id, null, p_shift_id);
      if taken + p_seats > p.seat_quota_per_semester then why := 'quota'; end if;
    end if;
    if why is null and p_seats is not null then
      unit := (select q from jsonb_array_elements(p.quota_by_unit) q where (q ->> 'unit_id')::uuid = p_facility_id limit 1);
      if unit is not null then
        taken := app.partnership_seats(p, p_semester_id, p_facility_id, p_shift_id);
        if taken + p_seats > (unit ->> 'seats')::integer then why := 'unit_quota'; end if;
      end if;
    end if;
    if why is null then
      return query select true, null::text, null::text, p.id, p.auto_approve_shifts;
      return;
    end if;
    -- The one that comes nearest says why.
    rank := array_position(reasons, why);
    if rank > best_rank then
      best_rank := rank; reason := why; partnership_id := p.id;
      message := case why
        when 'not_active' then 'The partnership with ' || organization || ' is ' || replace(p.status, '_', ' ') || coalesce(': ' || p.status_reason, '') || '.'
        when 'site_not_included' then 'The partnership with ' || organization || ' does not include this site.'
        when 'outside_dates' then case when p_date > p.ends_on then 'The partnership with ' || organization || ' ends on ' || to_char(p.ends_on, 'FMMonth FMDD, YYYY')
          || '; ' || to_char(p_date, 'FMMonth FMDD, YYYY') || ' lies after that.' else 'The agreement with ' || organization || ' runs from ' || to_char(p.effective_from, 'FMMonth FMDD, YYYY') || ' to '
          || to_char(p.effective_to, 'FMMonth FMDD, YYYY') || '; ' || to_char(p_date, 'FMMonth FMDD, YYYY') || ' lies outside.' end
        when 'program_not_included' then 'The partnership with ' || organization || ' includes these programs only: '
          || (select string_agg(g.name, ', ' order by g.name) from public.partnership_programs x join public.programs g on g.id = x.program_id where x.partnership_id = p.id)
          || '. Choose cohorts of these programs.'
        when 'observation_only' then 'The agreement with ' || organization || ' allows observation only.'
        when 'blackout' then organization || ' takes nobody on ' || to_char(p_date, 'FMMonth FMDD, YYYY') || coalesce(': ' || nullif(closed ->> 'reason', ''), '') || '.'
        when 'lead_time' then organization || ' asks to know of shifts ' || lead_days || case lead_days when 1 then ' day' else ' days' end || ' ahead: from '
          || to_char(earliest, 'FMMonth FMDD, YYYY') || ' on. For an earlier day, say why it cannot wait.'
        when 'quota' then 'The agreement with ' || organization || ' allows ' || p.seat_quota_per_semester || ' seats per semester; ' || taken || ' are taken and this shift asks '
          || p_seats || '.'
        else 'The agreement with ' || organization || ' allows ' || (unit ->> 'seats') || ' seats per semester on '
          || (select f.name from public.facilities f where f.id = p_facility_id) || '; ' || taken || ' are taken and this shift asks ' || p_seats || '.' end;
    end if;
  end loop;
  return next;
end $$;

-- How many seats the agreement of a school leaves for one shift of a semester, and its sentence: 0 where no agreement covers it, null
-- where the agreement sets no number.
create or replace function app.agreement_room(p_school_id uuid, p_facility_id uuid, p_date date, p_experience_type text, p_cohort_ids uuid[], p_semester_id uuid,
  p_shift_id uuid, out seats integer, out why text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare cover record; p public.partnerships; organization text; unit_quota integer; taken integer;
begin
  select * into cover from app.partnership_cover(p_school_id, p_facility_id, p_date, p_experience_type, app.programs_of(p_school_id, p_cohort_ids));
  if not cover.covers then seats := 0; why := cover.message; return; end if;
  select x.* into p from public.partnerships x where x.id = cover.partnership_id;
  if p_semester_id is null then return; end if;
  select f.name into organization from public.facilities f where f.id = p.organization_id;
  if p.seat_quota_per_semester is not null then
    taken := app.partnership_seats(p, p_semester_id, null, p_shift_id);
    seats := greatest(p.seat_quota_per_semester - taken, 0);
    why := 'The agreement with ' || organization || ' allows ' || p.seat_quota_per_semester || ' seats per semester; ' || taken || ' are taken by other shifts.';
  end if;
  select (q ->> 'seats')::integer into unit_quota from jsonb_array_elements(p.quota_by_unit) q where (q ->> 'unit_id')::uuid = p_facility_id limit 1;
  if unit_quota is not null then
    taken := app.partnership_seats(p, p_semester_id, p_facility_id, p_shift_id);
    if seats is null or unit_quota - taken < seats then
      seats := greatest(unit_quota - taken, 0);
      why := 'The agreement with ' || organization || ' allows ' || unit_quota || ' seats per semester on ' || (select f.name from public.facilities f where f.id = p_facility_id)
        || '; ' || taken || ' are taken by other shifts.';
    end if;
  end if;
end $$;

-- The same, for whoever administers the school, or the place.
drop function if exists app.partnership_covers(uuid, uuid, date, text, uuid);
create or replace function app.partnership_covers(p_school_id uuid, p_facility_id uuid, p_date date, p_experience_type text, p_program_id uuid default null,
  p_semester_id uuid default null, p_seats integer default null, p_shift_id uuid default null, p_is_submission boolean default false)
returns table (covers boolean, reason text, message text, partnership_id uuid, auto_approve boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce(app.administers_school(p_school_id), false)
    and not (coalesce(app.role(), '') = 'facility_admin' and p_facility_id in (select app.facility_scope(app.facility_id()))) then
    perform app.refuse('Only the school and the facility ask this.', 'PW403');
  end if;
  return query select * from app.partnership_cover(p_school_id, p_facility_id, p_date, p_experience_type,
    case when p_program_id is not null then array[p_program_id] end, p_semester_id, p_seats, p_shift_id, p_is_submission);
end $$;

grant execute on function app.partnership_covers(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean) to app_rw;
