-- The instructor's report on a shift: one per shift, from its end on. Its id is the shift's.
create table public.shift_reports (
  id uuid primary key,
  school_id uuid not null,
  -- Whose report it is: who led the shift when it ended.
  proctor_id uuid not null,
  status text not null default 'due' check (status in ('due', 'draft', 'submitted', 'returned', 'accepted')),
  due_at timestamptz not null,
  census integer check (census between 0 and 500),
  acuity_note text check (length(acuity_note) <= 500),
  activities text check (length(activities) <= 2000),
  objectives_met text[] not null default '{}' check (cardinality(objectives_met) <= 20),
  teaching_summary text check (length(teaching_summary) <= 4000),
  -- Of each seat: {id, prepared, uniform, note}
  roster jsonb not null default '[]' check (jsonb_typeof(roster) = 'array'),
  -- {welcome, support, suitability: 1 to 5, comment}
  facility_feedback jsonb not null default '{}' check (jsonb_typeof(facility_feedback) = 'object'),
  private_note text check (length(private_note) <= 2000),
  submitted_at timestamptz,
  returned_reason text check (length(returned_reason) <= 1000),
  accepted_at timestamptz,
  accepted_by uuid references public.users (id),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (id, school_id) references public.shifts (id, school_id),
  foreign key (proctor_id, school_id) references public.school_members (user_id, school_id),
  check ((status = 'accepted') = (accepted_at is not null)),
  check (status <> 'returned' or returned_reason is not null)
);
create index shift_reports_school on public.shift_reports (school_id, status, due_at);
create index shift_reports_proctor on public.shift_reports (proctor_id, school_id, status, due_at);
create index shift_reports_due on public.shift_reports (due_at) where status in ('due', 'draft', 'returned');
create index shift_reports_accepted_by on public.shift_reports (accepted_by) where accepted_by is not null;

-- What happened on a shift that more than its report must know of. Read by who wrote it and by those it is addressed to; never changed.
create table public.shift_incidents (
  id uuid primary key,
  shift_id uuid not null,
  school_id uuid not null,
  kind text not null check (kind in ('injury', 'exposure_needlestick', 'med_error', 'near_miss', 'conduct', 'safety_concern', 'other')),
  severity text not null check (severity in ('minor', 'moderate', 'serious')),
  -- Students it concerns: seats of the shift.
  seats uuid[] not null default '{}' check (cardinality(seats) <= 100),
  narrative text not null check (length(narrative) between 10 and 4000),
  reported_to text check (length(reported_to) <= 300),
  follow_up_by date,
  created_at timestamptz not null default now(),
  created_by uuid not null references public.users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (shift_id, school_id) references public.shifts (id, school_id)
);
create index shift_incidents_shift on public.shift_incidents (shift_id, school_id);
create index shift_incidents_school on public.shift_incidents (school_id, created_at desc);
create index shift_incidents_created_by on public.shift_incidents (created_by);
create trigger append_only before update or delete on public.shift_incidents for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.shift_incidents for each statement execute function app.refuse_change();

select app.protect('public.shift_reports'), app.protect('public.shift_incidents');
create trigger touch before update on public.shift_reports for each row execute function app.touch();
create trigger audit after insert or update or delete on public.shift_reports for each row execute function app.audit_row();
