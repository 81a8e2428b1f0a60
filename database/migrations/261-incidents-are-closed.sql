-- What came of an incident, said once by the school: until then it is open where it is serious or someone follows it up. What happened
-- stays as it was reported.
alter table public.shift_incidents add unique (id, school_id);
create table public.shift_incident_closings (
  incident_id uuid primary key,
  school_id uuid not null,
  note text not null check (length(btrim(note)) between 3 and 2000),
  closed_at timestamptz not null default now(),
  closed_by uuid references public.users (id),
  foreign key (incident_id, school_id) references public.shift_incidents (id, school_id)
);
create index shift_incident_closings_incident on public.shift_incident_closings (incident_id, school_id);
create index shift_incident_closings_school on public.shift_incident_closings (school_id);
create index shift_incident_closings_closed_by on public.shift_incident_closings (closed_by);
create trigger append_only before update or delete on public.shift_incident_closings for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.shift_incident_closings for each statement execute function app.refuse_change();
select app.protect('public.shift_incident_closings');
