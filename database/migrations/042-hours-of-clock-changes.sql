-- Shifts on a night when the clock changed were credited with the hours that passed; the scheduled ones count. Hours that are final stay.
update public.shifts x set break_min = x.break_min
  where x.status <> 'closed' and x.credited_hours_override is null
    and x.credited_hours <> app.credited_hours(x.start_time, x.end_time, x.starts_at, x.ends_at, x.break_min, x.conference_min, 'scheduled');
