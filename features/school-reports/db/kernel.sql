-- For the scheduler: tells the people who get a report that it is ready, from eight in the morning of its day at the school on, each once, and
-- sets its next day. Those who no longer administer the school are left out. Any number of processes. Returns how many it sent.
-- Reason: the worker reads no saved reports and no people.
create or replace function app.send_due_reports(p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with due as (
    select r.id, r.next_on from public.saved_reports r join public.schools s on s.id = r.school_id
    where app.role() is null and r.next_on is not null and p_now at time zone s.time_zone >= r.next_on + time '08:00' for update of r skip locked),
  sent as (
    update public.saved_reports r set sent_at = p_now, next_on = (select min(n)::date from generate_series(1, 60) i
        cross join lateral (select d.next_on + case r.frequency when 'weekly' then make_interval(days => 7 * i) else make_interval(months => i) end as n) x where n > p_now)
    from due d where r.id = d.id returning r.*, d.next_on as due_on)
  select count(app.notify_code(array(select u.id from public.users u where u.id = any (t.recipients) and u.linked_school_id = t.school_id
      and u.role in ('school_admin', 'school_super_admin')), 'school_report', 'school_report.ready',
    jsonb_build_object('name', t.name, 'kind', t.kind), '/school/reports?saved=' || t.id, 'saved report ' || t.id || ' ' || t.due_on))::integer from sent t
$$;
grant execute on function app.send_due_reports(timestamptz) to app_worker;
