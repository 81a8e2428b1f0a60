-- Which submission of a shift its facility was last reminded of, and whether that was on the last day. Not a column of shifts: a reminder
-- is no edit. A request that was reminded of before this table gets no second notice, because the notice has a key.
create table priv.request_reminders (
  shift_id uuid primary key references public.shifts (id) on delete cascade,
  submitted_at timestamptz not null,
  is_last boolean not null
);
select app.protect('priv.request_reminders');
