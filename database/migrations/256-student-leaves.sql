-- A leave of absence: a student comes back, with a day that may not be known yet. What a leave frees is kept, so that it can be given back.
create table public.student_leaves (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  starts_on date not null,
  -- The last day of the leave; null while the return is not known.
  ends_on date,
  reason text not null check (reason in ('medical', 'family', 'parental', 'military', 'personal', 'academic', 'other')),
  note text check (length(btrim(note)) between 1 and 1000),
  -- What it freed: [{id, kind}].
  freed jsonb not null default '[]' check (jsonb_typeof(freed) = 'array'),
  canceled_at timestamptz,
  -- Its days; none once it is canceled.
  during daterange not null generated always as
    (case when canceled_at is null then daterange(starts_on, ends_on, '[]') else 'empty'::daterange end) stored,
  recorded_by uuid not null references public.users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  constraint student_leaves_in_order check (ends_on >= starts_on),
  constraint student_leaves_apart exclude using gist (student_id with =, during with &&)
);
create index student_leaves_student on public.student_leaves (student_id, school_id);
create index student_leaves_school on public.student_leaves (school_id, starts_on);
create index student_leaves_recorded_by on public.student_leaves (recorded_by);
create trigger touch before update on public.student_leaves for each row execute function app.touch();
create trigger audit after insert or update or delete on public.student_leaves for each row execute function app.audit_row();
select app.protect('public.student_leaves');
