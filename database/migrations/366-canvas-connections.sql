-- How a school's roster is read from its Canvas (decision 212): where it is, as whom it is read, and how that went. What is needed to sign in
-- there lies apart.
create table public.canvas_connections (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  -- https and a host, and nothing behind it.
  base_url text not null check (base_url ~ '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and length(base_url) <= 200),
  -- The account of Canvas whose terms and courses are read: "self" is the topmost that the sign-in reaches.
  account text not null default 'self' check (account ~ '^(self|[0-9]{1,20}|sis_account_id:[A-Za-z0-9._-]{1,100})$'),
  auth text not null check (auth in ('oauth2', 'token')),
  client_id text check (length(client_id) between 1 and 60),
  status text not null default 'draft' check (status in ('draft', 'testing', 'active', 'error', 'revoked')),
  reads_daily boolean not null default true,
  -- What the account is called in Canvas, as it last answered.
  account_name text check (length(account_name) <= 300),
  -- Why Canvas could not be read: a code and its values.
  failure jsonb check (failure is null or jsonb_typeof(failure) = 'object'),
  tested_at timestamptz,
  read_at timestamptz,
  secret_set_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  constraint canvas_connections_one unique (school_id),
  check (auth <> 'oauth2' or client_id is not null)
);
select app.protect('public.canvas_connections');
create trigger touch before update on public.canvas_connections for each row execute function app.touch();
create trigger audit after insert or update or delete on public.canvas_connections for each row execute function app.audit_row();

-- What is needed to sign in to Canvas, sealed with a key of the installation. No trail: it holds nothing that may be read.
create table public.canvas_secrets (
  connection_id uuid primary key,
  school_id uuid not null,
  sealed text not null check (length(sealed) between 40 and 20000),
  foreign key (connection_id, school_id) references public.canvas_connections (id, school_id) on delete cascade
);
create index canvas_secrets_connection on public.canvas_secrets (connection_id, school_id);
select app.protect('public.canvas_secrets');

-- Terms of a Canvas, and the semester that each is.
create table public.canvas_terms (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null,
  school_id uuid not null,
  canvas_id text not null check (length(canvas_id) between 1 and 60),
  name text not null check (length(name) <= 300),
  starts_on date,
  ends_on date,
  semester_id uuid,
  is_gone boolean not null default false,
  unique (connection_id, canvas_id),
  foreign key (connection_id, school_id) references public.canvas_connections (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id)
);
create index canvas_terms_connection on public.canvas_terms (connection_id, school_id);
create index canvas_terms_semester on public.canvas_terms (semester_id, school_id) where semester_id is not null;
select app.protect('public.canvas_terms');
create trigger audit after update of semester_id on public.canvas_terms for each row execute function app.audit_row();

-- Sections of its courses, and the cohort that each is.
create table public.canvas_sections (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null,
  school_id uuid not null,
  canvas_id text not null check (length(canvas_id) between 1 and 60),
  course_id text not null check (length(course_id) between 1 and 60),
  term_id text not null check (length(term_id) between 1 and 60),
  course_code text check (length(course_code) <= 300),
  course_name text not null check (length(course_name) <= 300),
  name text not null check (length(name) <= 300),
  sis_id text check (length(sis_id) <= 300),
  cohort_id uuid,
  is_gone boolean not null default false,
  unique (connection_id, canvas_id),
  foreign key (connection_id, school_id) references public.canvas_connections (id, school_id),
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id)
);
create index canvas_sections_connection on public.canvas_sections (connection_id, school_id);
create index canvas_sections_cohort on public.canvas_sections (cohort_id, school_id) where cohort_id is not null;
select app.protect('public.canvas_sections');
create trigger audit after update of cohort_id on public.canvas_sections for each row execute function app.audit_row();
