-- Credited hours follow the school's rule: the scheduled hours, or those that pass on a night when the clock changes. A generated column
-- cannot read the school, so a trigger writes it; what is stored stays, and nothing is rewritten.
alter table public.shifts alter column credited_hours drop expression;

-- Minutes from start to end by the clock on the wall, or those that pass, less the break and with the conference; in hours.
create function app.credited_hours(p_start time, p_end time, p_starts_at timestamptz, p_ends_at timestamptz, p_break_min integer, p_conference_min integer, p_rule text)
returns numeric language sql immutable parallel safe
return round(greatest(case p_rule when 'elapsed' then extract(epoch from p_ends_at - p_starts_at) / 60
  else extract(epoch from p_end - p_start) / 60 + case when p_end <= p_start then 1440 else 0 end end - p_break_min + p_conference_min, 0)::numeric / 60, 2);

create function app.credit_shift() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.credited_hours := coalesce(new.credited_hours_override,
    app.credited_hours(new.start_time, new.end_time, new.starts_at, new.ends_at, new.break_min, new.conference_min, 'scheduled'));
  -- The school is read only where it makes a difference.
  if new.credited_hours_override is null
    and new.credited_hours <> app.credited_hours(new.start_time, new.end_time, new.starts_at, new.ends_at, new.break_min, new.conference_min, 'elapsed')
    and (select s.settings ->> 'credit_rule' from public.schools s where s.id = new.school_id) = 'elapsed' then
    new.credited_hours := app.credited_hours(new.start_time, new.end_time, new.starts_at, new.ends_at, new.break_min, new.conference_min, 'elapsed');
  end if;
  return new;
end $$;
create trigger credit before insert or update of start_time, end_time, starts_at, ends_at, break_min, conference_min, credited_hours_override on public.shifts
  for each row execute function app.credit_shift();
