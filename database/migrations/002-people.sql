create table public.schools (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 2 and 200),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  time_zone text not null default 'America/New_York',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1
);
create index schools_name_trgm on public.schools using gin (name gin_trgm_ops);

-- The code a student types beside the school's name; only the school's own administrators read it.
create table public.school_join_codes (
  school_id uuid primary key references public.schools (id),
  code text not null unique check (code ~ '^[A-Z0-9]{4,12}$'),
  changed_at timestamptz not null default now()
);

-- One node of the facility hierarchy: organization, site or unit. What each kind adds sits in tables of its own.
create table public.facilities (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('organization', 'site', 'unit')),
  parent_id uuid references public.facilities (id),
  name text not null check (length(btrim(name)) between 2 and 200),
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  time_zone text not null default 'America/New_York',
  status text not null default 'active' check (status in ('active', 'paused', 'closed', 'archived')),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check ((kind = 'organization') or (parent_id is not null)),
  check (parent_id <> id)
);
create index facilities_parent on public.facilities (parent_id);
create index facilities_name_trgm on public.facilities using gin (name gin_trgm_ops);

create table public.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(btrim(email)) and length(email) <= 254 and position('@' in email) > 1),
  full_name text not null check (length(btrim(full_name)) between 1 and 200),
  role text not null check (role in ('superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor')),
  status text not null default 'pending' check (status in ('pending', 'returned', 'declined', 'active', 'deactivated')),
  linked_school_id uuid references public.schools (id),
  linked_facility_id uuid references public.facilities (id),
  graduation_date date,
  license_in_progress boolean not null default false,
  phone text check (length(phone) <= 40),
  student_number text check (length(student_number) <= 60),
  email_verified boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check (linked_school_id is null or linked_facility_id is null)
);
create index users_school on public.users (linked_school_id, role, full_name);
create index users_facility on public.users (linked_facility_id);
create index users_role on public.users (role, created_at desc, id);
create index users_name_trgm on public.users using gin (full_name gin_trgm_ops);
create index users_email_trgm on public.users using gin (email gin_trgm_ops);

create table public.facility_admin_permissions (
  user_id uuid not null references public.users (id),
  facility_id uuid not null references public.facilities (id),
  permission_type text not null check (permission_type in ('capstone_preceptor')),
  is_enabled boolean not null default true,
  granted_at timestamptz not null default now(),
  granted_by uuid,
  primary key (user_id, facility_id, permission_type)
);
create index facility_admin_permissions_facility on public.facility_admin_permissions (facility_id);

-- A self sign-up waits here until somebody who may decide approves it, declines it or sends it back.
create table public.signup_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id),
  role text not null check (role in ('student', 'facility_admin', 'school_admin', 'proctor')),
  school_id uuid references public.schools (id),
  facility_id uuid references public.facilities (id),
  place_name text check (length(place_name) <= 200),
  message text check (length(message) <= 1000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'returned')),
  decision_note text check (length(decision_note) <= 1000),
  decided_by uuid references public.users (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check (status not in ('declined', 'returned') or decision_note is not null)
);
create unique index signup_requests_one_open on public.signup_requests (user_id) where status in ('pending', 'returned');
create index signup_requests_user on public.signup_requests (user_id);
create index signup_requests_decided_by on public.signup_requests (decided_by);
create index signup_requests_school on public.signup_requests (school_id, status, created_at);
create index signup_requests_facility on public.signup_requests (facility_id, status, created_at);

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(btrim(email)) and length(email) <= 254 and position('@' in email) > 1),
  full_name text check (length(full_name) <= 200),
  role text not null check (role in ('student', 'facility_admin', 'school_admin', 'school_super_admin', 'proctor')),
  school_id uuid references public.schools (id),
  facility_id uuid references public.facilities (id),
  student_number text check (length(student_number) <= 60),
  cohort_name text check (length(cohort_name) <= 120),
  phone text check (length(phone) <= 40),
  message text check (length(message) <= 1000),
  status text not null default 'sent' check (status in ('sent', 'opened', 'accepted', 'revoked')),
  expires_at timestamptz not null,
  sent_at timestamptz not null default now(),
  opened_at timestamptz,
  resend_count integer not null default 0,
  batch_id uuid,
  invited_by uuid references public.users (id),
  accepted_user_id uuid references public.users (id),
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check ((role = 'facility_admin') = (facility_id is not null)),
  check ((role <> 'facility_admin') = (school_id is not null))
);
create index invitations_school on public.invitations (school_id, created_at desc);
create index invitations_facility on public.invitations (facility_id, created_at desc);
create index invitations_invited_by on public.invitations (invited_by);
create index invitations_accepted_user on public.invitations (accepted_user_id);
create unique index invitations_one_open_school on public.invitations (email, school_id) where status in ('sent', 'opened') and school_id is not null;
create unique index invitations_one_open_facility on public.invitations (email, facility_id) where status in ('sent', 'opened') and facility_id is not null;

-- What must never leave the server: sessions, credentials, one-time tokens, throttles, idempotency answers.
create table priv.sessions (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references public.users (id),
  signed_in_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  address_block text,
  user_agent text,
  view_role text,
  selected_school_id uuid references public.schools (id),
  selected_facility_id uuid references public.facilities (id),
  impersonated_user_id uuid references public.users (id),
  impersonation_reason text,
  impersonation_expires_at timestamptz,
  impersonation_may_write boolean not null default false,
  check ((impersonated_user_id is null) = (impersonation_reason is null)),
  check ((impersonated_user_id is null) = (impersonation_expires_at is null))
);
create index sessions_user on priv.sessions (user_id);
create index sessions_impersonated on priv.sessions (impersonated_user_id);
create index sessions_school on priv.sessions (selected_school_id);
create index sessions_facility on priv.sessions (selected_facility_id);

create table priv.credentials (
  user_id uuid primary key references public.users (id),
  client_setting text not null check (client_setting ~ '^\$2[ab]\$12\$[./A-Za-z0-9]{21}[.Oeu]$'),
  verifier text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now()
);

create table priv.user_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references public.users (id),
  kind text not null check (kind in ('verify_email', 'reset_password', 'change_email')),
  new_email text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index user_tokens_user on priv.user_tokens (user_id, kind);

create table priv.invitation_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  invitation_id uuid not null references public.invitations (id),
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
create index invitation_tokens_invitation on priv.invitation_tokens (invitation_id);

create table priv.throttles (
  key text primary key,
  attempts integer not null default 0,
  window_started_at timestamptz not null default now(),
  blocked_until timestamptz
);

create table priv.idempotency_keys (
  user_id uuid not null,
  key uuid not null,
  name text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on priv.idempotency_keys (created_at);

do $$
declare target regclass;
begin
  for target in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'priv')
  loop perform app.protect(target); end loop;
end $$;
