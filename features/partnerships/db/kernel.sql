-- What commands on partnerships need from PostgreSQL because their caller may not see or write it: for which party someone decides, what
-- other schools have at an organization, and who is notified.

drop function if exists app.my_partnership_ids();
-- Partnerships that a facility, or the facility admin's scope, is part of: of an organization there, of a site there, or of every site of
-- an organization that a site there belongs to.
-- Reason: policies need it, and it must see what its caller may not.
create or replace function app.partnership_ids_at(p_facility_id uuid default app.facility_id()) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with scope as materialized (select id, kind from public.facilities where id = any (array(select app.facility_scope(p_facility_id))))
  select id from public.partnerships where organization_id = any (array(select id from scope))
  union
  select partnership_id from public.partnership_sites where site_id = any (array(select id from scope))
  union
  select id from public.partnerships where all_sites and organization_id = any (array(select app.nodes_above(p_facility_id)))
    and exists (select from scope where kind = 'site')
$$;
grant execute on function app.partnership_ids_at(uuid) to app_rw;

drop function if exists app.shift_takes_seats(text),
  app.partnership_people(public.partnerships, text);

-- The party for which the caller decides: a facility admin decides if their scope contains the organization, or every site of the
-- partnership.
-- Reason: policies and triggers need it, and it must see what its caller may not.
create or replace function app.partnership_party(p public.partnerships) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app.is_superadmin() then 'platform'
    when app.is_school_admin() and p.school_id = app.school_id() then 'school'
    when app.role() = 'facility_admin' and (p.organization_id in (select app.facility_scope(app.facility_id())) or not p.all_sites
      and (select bool_and(site_id in (select app.facility_scope(app.facility_id()))) from public.partnership_sites where partnership_id = p.id)) then 'facility'
  end
$$;
-- The same by its id.
-- Reason: policies need it.
create or replace function app.partnership_party_of(p_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.partnership_party(p) from public.partnerships p where id = p_id
$$;
drop function if exists app.my_decided_partnership_ids();
-- Whether the caller may choose what belongs to one party now: sites belong to the facility, programs to the school. The other party names
-- them in its request, and a school chooses sites until it is answered.
-- Reason: policies need it.
create or replace function app.may_choose(p_id uuid, p_party text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select status in ('draft', 'requested', 'under_review', 'active', 'suspended')
    and (party in (p_party, 'platform') or party is not null and (status = 'draft' or status = 'requested' and p_party = 'facility'))
  from public.partnerships p cross join lateral (select app.partnership_party(p)) x (party) where id = p_id
$$;
grant execute on function app.partnership_party_of(uuid), app.may_choose(uuid, text) to app_rw;
drop function if exists app.may_choose_sites(uuid), app.may_choose_programs(uuid),
  app.partnership_actors(uuid);

drop function if exists app.partnership_names(uuid);
-- The names of the partnership's programs, for anyone who sees it.
-- Reason: the facility may not read a school's programs.
create or replace function app.partnership_program_names(p_id uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.id, g.name from public.partnership_programs join public.programs g on g.id = program_id
  where partnership_id = p_id and (app.partnership_party_of(p_id) is not null or p_id in (select app.partnership_ids_at()))
$$;
grant execute on function app.partnership_program_names(uuid) to app_rw;

drop function if exists app.partnership_today(uuid, timestamptz), app.partnership_row(uuid);
-- Today's date at the organization.
-- Reason: triggers and the functions here need it.
create or replace function app.partnership_today(p_organization_id uuid) returns date
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (now() at time zone time_zone)::date from public.facilities where id = p_organization_id
$$;

drop function if exists app.partnership_trail(uuid);

drop function if exists app.partnership_shifts(uuid, date);

drop function if exists app.let_day_pass(uuid, text, date, text, jsonb);

-- True for statuses of shifts that count because someone relies on their seats, or did.
-- Reason: triggers and the functions here need it.
create or replace function app.uses_seats(p_status text) returns boolean
language sql immutable
return p_status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed');

-- Seats that the school's shifts of a semester take at the organization, or on one unit of it, without the shift p_shift_id: the approved
-- number, or else the requested one.
-- Reason: it counts shifts at facilities that its caller may not see.
create or replace function app.partnership_seats(p public.partnerships, p_semester_id uuid, p_unit_id uuid default null, p_shift_id uuid default null)
returns integer language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(coalesce(approved_capacity, capacity)), 0)::integer from public.shifts
  where semester_id = p_semester_id and school_id = p.school_id and app.uses_seats(status) and id is distinct from p_shift_id
    and case when p_unit_id is null then facility_id in (select app.facility_scope(p.organization_id)) else facility_id = p_unit_id end
$$;

-- Current and upcoming semesters with the seats taken in each, for both parties, without names of people.
-- Reason: it counts shifts at facilities that its caller may not see.
create or replace function app.partnership_seat_use(p_id uuid) returns table (semester text, seats integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select x.name, app.partnership_seats(p, x.id) from public.partnerships p join public.semesters x on x.school_id = p.school_id and x.is_active
    and x.end_date >= app.partnership_today(p.organization_id) where p.id = p_id and app.partnership_party(p) is not null order by x.start_date, x.name
$$;
grant execute on function app.partnership_seat_use(uuid) to app_rw;

-- The programs whose students take part in a shift: those of its cohorts. A shift for all cohorts, or for a cohort without a program, is
-- for every active program of the school (docs/decisions/037). Null if no cohorts are given.
-- Reason: triggers need it, and a facility may not read a school's cohorts.
create or replace function app.programs_of(p_school_id uuid, p_cohort_ids uuid[]) returns uuid[]
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select array(select id from public.programs where school_id = p_school_id
    and case when p_cohort_ids = '{}' or exists (select from public.cohorts where id = any (p_cohort_ids) and program_id is null) then is_active
      else id in (select program_id from public.cohorts where id = any (p_cohort_ids) and school_id = p_school_id) end)
$$;

drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid[], uuid, integer, uuid, boolean),
  app.partnership_covers(uuid, uuid, date, text, uuid[], uuid, integer, uuid, boolean), app.partnership_covers(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean);
-- Whether an active agreement covers a shift: its school, facility, day, kind of experience and programs (p_program_ids replaces those of
-- its cohorts). If not, the reason: no_partnership, not_active, outside_dates, site_not_included, program_not_included, observation_only,
-- blackout. With seats, also whether its semester has room: quota, unit_quota; for a submission, whether it is early enough: lead_time.
-- Returns the first agreement that covers the shift, or else the closest. `room` is how many seats it leaves for one shift of the semester;
-- null without a limit. agreementGapText in rules.ts makes the text from `facts`, which are empty if there is nothing to say.
-- Reason: a trigger on shifts calls it, and it counts shifts at facilities that its caller may not see.
create or replace function app.partnership_cover(s public.shifts, p_seats integer default null, p_is_submission boolean default false, p_program_ids uuid[] default null)
returns table (covers boolean, reason text, facts jsonb, partnership_id uuid, auto_approve boolean, room integer)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  with above as materialized (select id, name, kind, parent_id from public.facilities where id in (select app.nodes_above(s.facility_id))),
  judged as (
    select p.*, t.lead_days, t.earliest, b.closed, q.taken, u.unit_most, u.unit_taken, g.programs,
      case
        when p.status <> 'active' then 'not_active'
        when not p.all_sites and not exists (select from public.partnership_sites where partnership_id = p.id and site_id in (select id from above)) then 'site_not_included'
        when s.date not between p.effective_from and p.effective_to or s.date > p.ends_on then 'outside_dates'
        when g.programs is not null and not coalesce(p_program_ids, app.programs_of(s.school_id, s.cohort_ids)) <@ g.program_ids then 'program_not_included'
        when p.agreement_kind in ('observation_only', 'none') and s.experience_type is distinct from 'observation' then 'observation_only'
        when b.closed is not null then 'blackout'
        when p_is_submission and s.date < t.earliest then 'lead_time'
        when q.taken + p_seats > p.seat_quota_per_semester then 'quota'
        when u.unit_taken + p_seats > u.unit_most then 'unit_quota' end as why
    from public.partnerships p
    cross join lateral (select default_lead_time_days as lead_days, app.partnership_today(id) + default_lead_time_days as earliest
      from public.organizations where id = p.organization_id) t
    cross join lateral (select array_agg(g.id) as program_ids, string_agg(g.name, ', ' order by g.name) as programs
      from public.partnership_programs join public.programs g on g.id = program_id where partnership_id = p.id) g
    cross join lateral (select case when p.seat_quota_per_semester is not null then app.partnership_seats(p, s.semester_id, null, s.id) end as taken) q
    left join lateral (select x as closed from jsonb_array_elements(p.blackout) x where s.date between (x ->> 'from')::date and (x ->> 'to')::date limit 1) b on true
    left join lateral (select (x ->> 'seats')::integer as unit_most, app.partnership_seats(p, s.semester_id, s.facility_id, s.id) as unit_taken
      from jsonb_array_elements(p.quota_by_unit) x where (x ->> 'unit_id')::uuid = s.facility_id limit 1) u on true
    where p.school_id = s.school_id and p.organization_id in (select id from above) and p.status not in ('draft', 'withdrawn'))
  select j.id is not null and j.why is null, case when j.id is null then 'no_partnership' else j.why end,
    case when j.id is null or j.why is not null or least(j.taken, j.unit_taken) is not null then jsonb_build_object('organization', o.name, 'unit', n.name, 'date', s.date, 'asked', p_seats, 'status', j.status, 'status_reason', j.status_reason,
      'from', j.effective_from, 'to', j.effective_to, 'ends_on', j.ends_on, 'closed', j.closed ->> 'reason', 'lead_days', j.lead_days, 'earliest', j.earliest,
      'most', j.seat_quota_per_semester, 'taken', j.taken, 'unit_most', j.unit_most, 'unit_taken', j.unit_taken, 'programs', j.programs) end,
    j.id, j.id is not null and j.why is null and j.auto_approve_shifts,
    case when least(j.taken, j.unit_taken) is not null and s.semester_id is not null
      then greatest(least(j.seat_quota_per_semester - j.taken, j.unit_most - j.unit_taken), 0) end
  from (select) one left join above n on n.id = s.facility_id
  left join (select * from above where kind = 'organization' order by parent_id nulls last limit 1) o on true
  left join (select * from judged order by array_position(array['not_active', 'site_not_included', 'outside_dates', 'program_not_included', 'observation_only',
    'blackout', 'lead_time', 'quota', 'unit_quota'], why) desc nulls first, requested_at desc nulls last, id limit 1) j on true
$$;

-- The same for a plan, for members of the school, who plan the days of capstone projects too, and administrators of the facility; no row
-- for anyone else.
-- Reason: it checks the caller before it counts what they may not see.
create or replace function app.partnership_covers(p_plan jsonb, p_seats integer default null, p_is_submission boolean default false, p_program_ids uuid[] default null)
returns table (covers boolean, reason text, facts jsonb, partnership_id uuid, auto_approve boolean, room integer)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select c.* from jsonb_populate_record(null::public.shifts, p_plan) s cross join lateral app.partnership_cover(s, p_seats, p_is_submission, p_program_ids) c
  where app.is_superadmin() or s.school_id = app.school_id() or app.role() = 'facility_admin' and s.facility_id in (select app.facility_scope(app.facility_id()))
$$;
grant execute on function app.partnership_covers(jsonb, integer, boolean, uuid[]) to app_rw;
