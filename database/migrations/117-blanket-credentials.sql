-- A document of a school that counts for everyone there, such as its liability policy: uploaded once. It is ended, never changed.
create table public.blanket_credentials (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  type_id uuid not null references public.credential_types (id),
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 10),
  issued_on date not null,
  expires_on date,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  check (expires_on >= issued_on)
);
create index blanket_credentials_school on public.blanket_credentials (school_id, type_id);
create index blanket_credentials_type on public.blanket_credentials (type_id);
select app.protect('public.blanket_credentials');
create trigger touch before update on public.blanket_credentials for each row execute function app.touch();
create trigger audit after insert or update or delete on public.blanket_credentials for each row execute function app.audit_row();
