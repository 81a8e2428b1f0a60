-- One row for each thing done to many memberships at once: it carries the key by which it happens once, and by it the
-- whole can be taken back. Memberships say which change began and which ended them.
create table public.cohort_changes (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  kind text not null check (kind in ('move', 'end', 'graduation')),
  -- Where the students came to, or which cohort graduated; an end has none.
  cohort_id uuid,
  on_date date not null,
  end_reason text check (end_reason in ('transferred', 'leave', 'withdrew', 'dismissed', 'graduated', 'corrected')),
  student_count integer not null check (student_count > 0),
  note text check (length(note) <= 500),
  created_at timestamptz not null default now(),
  created_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  undone_count integer,
  unique (id, school_id),
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id),
  check ((cohort_id is null) = (kind = 'end')),
  check (num_nonnulls(undone_at, undone_count) in (0, 2))
);
create index cohort_changes_school on public.cohort_changes (school_id, created_at desc);
create index cohort_changes_cohort on public.cohort_changes (cohort_id, school_id);
select app.protect('public.cohort_changes');
create trigger audit after insert or update or delete on public.cohort_changes for each row execute function app.audit_row();

alter table public.cohort_memberships
  add column begun_by_change uuid,
  add column ended_by_change uuid,
  add foreign key (begun_by_change, school_id) references public.cohort_changes (id, school_id),
  add foreign key (ended_by_change, school_id) references public.cohort_changes (id, school_id);
create index cohort_memberships_begun_by on public.cohort_memberships (begun_by_change, school_id) where begun_by_change is not null;
create index cohort_memberships_ended_by on public.cohort_memberships (ended_by_change, school_id) where ended_by_change is not null;

-- Where an archived cohort goes back to when it is restored.
alter table public.cohorts
  add column archived_from text check (archived_from in ('planned', 'active', 'on_hold', 'graduated')),
  add constraint cohorts_archived_whole check ((status = 'archived') = (archived_at is not null));
