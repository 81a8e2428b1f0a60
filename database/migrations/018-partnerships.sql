-- Which school works with which organization, on what terms, and how it came to that. What is agreed stands in the row; every
-- step that led there is an event that stays.
create table public.partnerships (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  organization_id uuid not null,
  organization_kind text not null default 'organization' check (organization_kind = 'organization'),
  -- "expiring" is active with 90 days or less to go: derived, never stored.
  status text not null default 'draft' check (status in ('draft', 'requested', 'under_review', 'active', 'declined', 'expired', 'suspended',
    'terminated', 'withdrawn')),
  direction text not null default 'school_requested' check (direction in ('school_requested', 'facility_invited')),
  message text check (length(message) <= 1000),
  -- Every site of the organization, those that come later included; else those in partnership_sites.
  all_sites boolean not null default true,
  agreement_kind text not null default 'none' check (agreement_kind in ('affiliation', 'mou', 'observation_only', 'none')),
  signed_on date,
  effective_from date,
  effective_to date,
  auto_renew boolean not null default false,
  notice_days integer not null default 30 check (notice_days between 0 and 365),
  liability_min_cents bigint check (liability_min_cents between 0 and 100000000000),
  indemnity text check (indemnity in ('yes', 'no', 'mutual')),
  auto_approve_shifts boolean not null default false,
  seat_quota_per_semester integer check (seat_quota_per_semester between 1 and 100000),
  -- [{unit_id, seats}]
  quota_by_unit jsonb not null default '[]' check (jsonb_typeof(quota_by_unit) = 'array'),
  -- {name, email, phone}
  contact_school jsonb not null default '{}' check (jsonb_typeof(contact_school) = 'object'),
  contact_facility jsonb not null default '{}' check (jsonb_typeof(contact_facility) = 'object'),
  required_credential_ids uuid[] not null default '{}',
  -- [{from, to, reason}]
  blackout jsonb not null default '[]' check (jsonb_typeof(blackout) = 'array'),
  status_reason text check (length(status_reason) <= 1000),
  suspended_by_side text check (suspended_by_side in ('school', 'facility', 'platform')),
  -- The last day of a terminated agreement.
  ends_on date,
  -- What a withdrawn request goes back to when the withdrawal is taken back.
  withdrawn_from text check (withdrawn_from in ('requested', 'under_review')),
  withdrawn_at timestamptz,
  -- New terms that one side has put forward and the other has not answered.
  proposal jsonb check (jsonb_typeof(proposal) = 'object'),
  proposal_side text check (proposal_side in ('school', 'facility', 'platform')),
  requested_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references public.users (id),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (organization_id, organization_kind) references public.facilities (id, kind),
  check (effective_to >= effective_from),
  constraint partnerships_in_force_dated check (status not in ('active', 'suspended', 'expired') or (effective_from is not null and effective_to is not null)),
  check ((status = 'suspended') = (suspended_by_side is not null)),
  check ((status = 'terminated') = (ends_on is not null)),
  check ((status = 'withdrawn') = (withdrawn_at is not null)),
  check ((proposal is null) = (proposal_side is null))
);
-- One open partnership of a school with an organization; what is declined, withdrawn, expired or ended makes room for another.
create unique index partnerships_one_open on public.partnerships (school_id, organization_id)
  where status in ('requested', 'under_review', 'active', 'suspended');
create index partnerships_school on public.partnerships (school_id, organization_id, status);
create index partnerships_organization on public.partnerships (organization_id, status);
create index partnerships_organization_key on public.partnerships (organization_id, organization_kind);
create index partnerships_decided_by on public.partnerships (decided_by) where decided_by is not null;
create index partnerships_ending on public.partnerships (effective_to) where status = 'active';

create table public.partnership_sites (
  partnership_id uuid not null,
  school_id uuid not null,
  site_id uuid not null,
  site_kind text not null default 'site' check (site_kind = 'site'),
  primary key (partnership_id, site_id),
  foreign key (partnership_id, school_id) references public.partnerships (id, school_id) on delete cascade,
  foreign key (site_id, site_kind) references public.facilities (id, kind)
);
create index partnership_sites_partnership on public.partnership_sites (partnership_id, school_id);
create index partnership_sites_site on public.partnership_sites (site_id, site_kind);

-- The school's programs it is for; none named means all.
create table public.partnership_programs (
  partnership_id uuid not null,
  school_id uuid not null,
  program_id uuid not null,
  primary key (partnership_id, program_id),
  foreign key (partnership_id, school_id) references public.partnerships (id, school_id) on delete cascade,
  foreign key (program_id, school_id) references public.programs (id, school_id)
);
create index partnership_programs_partnership on public.partnership_programs (partnership_id, school_id);
create index partnership_programs_program on public.partnership_programs (program_id, school_id);

-- Agreements as they were signed. A newer one stands beside the older; what was agreed stays to be read.
create table public.partnership_files (
  id uuid primary key default gen_random_uuid(),
  partnership_id uuid not null,
  school_id uuid not null,
  name text not null check (length(btrim(name)) between 1 and 200),
  size_bytes integer not null check (size_bytes between 5 and 10485760),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  uploaded_side text not null default 'platform' check (uploaded_side in ('school', 'facility', 'platform')),
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid references public.users (id),
  unique (partnership_id, sha256),
  check (octet_length(content) = size_bytes and substring(content from 1 for 5) = '\x255044462d'::bytea),
  foreign key (partnership_id, school_id) references public.partnerships (id, school_id) on delete cascade
);
alter table public.partnership_files alter column content set storage external;
create index partnership_files_partnership on public.partnership_files (partnership_id, school_id);
create index partnership_files_uploaded_by on public.partnership_files (uploaded_by) where uploaded_by is not null;

-- Who did what, from where to where, and why; never changed.
create table public.partnership_events (
  id bigint generated always as identity primary key,
  partnership_id uuid not null,
  school_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  acting_as uuid,
  side text not null default 'system' check (side in ('school', 'facility', 'platform', 'system')),
  event text not null,
  from_status text,
  to_status text not null,
  -- The version that the command was given: the same command again is known by it.
  at_version integer,
  reason text check (length(reason) <= 1000),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  foreign key (partnership_id, school_id) references public.partnerships (id, school_id)
);
create index partnership_events_partnership on public.partnership_events (partnership_id, school_id);
create index partnership_events_newest on public.partnership_events (partnership_id, id desc);
create trigger append_only before update or delete on public.partnership_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.partnership_events for each statement execute function app.refuse_change();

select app.protect('public.partnerships'), app.protect('public.partnership_sites'), app.protect('public.partnership_programs'),
  app.protect('public.partnership_files'), app.protect('public.partnership_events');
create trigger touch before update on public.partnerships for each row execute function app.touch();
create trigger audit after insert or update or delete on public.partnerships for each row execute function app.audit_row();
