-- What people sent to prove that they have a credential, and what became of it. A newer upload supersedes the older; nothing is removed.
create table public.credentials (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  person_id uuid not null,
  type_id uuid not null references public.credential_types (id),
  -- expiring and expired follow from expires_on, and are never stored.
  status text not null default 'submitted' check (status in ('submitted', 'in_review', 'approved', 'conditionally_approved', 'rejected', 'waived',
    'revoked', 'superseded', 'lapsed')),
  values jsonb not null default '{}' check (jsonb_typeof(values) = 'object' and length(values::text) <= 8000),
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 10),
  -- From and until when it counts, as it was approved; without a last day it counts for good.
  issued_on date,
  expires_on date,
  conditional_until date,
  waived_until date,
  reason_code text check (reason_code in ('illegible', 'wrong_document', 'missing_name', 'missing_date', 'expired', 'not_accepted_provider',
    'incomplete_series', 'result_positive', 'name_mismatch', 'other')),
  note text check (length(note) <= 1000),
  supersedes_id uuid,
  submitted_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by uuid references public.users (id),
  -- Who has it open, for two minutes at a time.
  locked_by uuid references public.users (id),
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (person_id, school_id) references public.school_members (user_id, school_id),
  foreign key (supersedes_id, school_id) references public.credentials (id, school_id),
  check (status <> 'rejected' or (reason_code is not null and length(btrim(note)) >= 3)),
  check ((status = 'conditionally_approved') <= (conditional_until is not null)),
  check ((status = 'waived') <= (waived_until is not null)),
  check (status <> 'approved' or issued_on is not null),
  check (expires_on >= issued_on)
);
create index credentials_person on public.credentials (person_id, school_id, type_id);
create index credentials_school on public.credentials (school_id, status, submitted_at);
create index credentials_type on public.credentials (type_id);
create index credentials_supersedes on public.credentials (supersedes_id, school_id);
create index credentials_reviewed_by on public.credentials (reviewed_by);
create index credentials_locked_by on public.credentials (locked_by);
create index credentials_expiring on public.credentials (expires_on) where status = 'approved';
create index credentials_conditions on public.credentials (conditional_until) where status = 'conditionally_approved';
-- One of a type waits for review; the next upload takes its place.
create unique index credentials_one_waiting on public.credentials (person_id, type_id) where status in ('submitted', 'in_review');

-- Who did what with a submission, from where to where, and why; never changed.
create table public.credential_events (
  id bigint generated always as identity primary key,
  credential_id uuid not null,
  school_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  acting_as uuid,
  from_status text,
  to_status text not null,
  reason text check (length(reason) <= 1000),
  foreign key (credential_id, school_id) references public.credentials (id, school_id)
);
create index credential_events_credential on public.credential_events (credential_id, school_id);
create index credential_events_school on public.credential_events (school_id);
create trigger append_only before update or delete on public.credential_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.credential_events for each statement execute function app.refuse_change();

-- Which step of the ladder was sent for which last day, or passed over: each once.
create table public.credential_reminders (
  credential_id uuid not null,
  school_id uuid not null,
  expires_on date not null,
  days integer not null check (days in (30, 14, 7, 1, 0)),
  outcome text not null check (outcome in ('sent', 'passed')),
  at timestamptz not null default now(),
  primary key (credential_id, expires_on, days),
  foreign key (credential_id, school_id) references public.credentials (id, school_id)
);
create index credential_reminders_credential on public.credential_reminders (credential_id, school_id);
create index credential_reminders_school on public.credential_reminders (school_id);

select app.protect('public.credentials'), app.protect('public.credential_events'), app.protect('public.credential_reminders');
create trigger touch before update on public.credentials for each row execute function app.touch();
