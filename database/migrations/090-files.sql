-- Files that people upload and that the product makes: what is known of each. The bytes lie in the object store, encrypted, under
-- the school's (or facility's) id and the file's own; without the salt they cannot be read (docs/decisions/065).
create table public.files (
  id uuid primary key,
  school_id uuid references public.schools (id),
  facility_id uuid references public.facilities (id),
  -- Whose record it belongs to: who uploaded it, until a feature says otherwise when it keeps the file.
  owner_id uuid not null,
  uploaded_by uuid not null references public.users (id),
  purpose text not null check (purpose ~ '^[a-z]+(_[a-z]+)*$' and length(purpose) <= 40),
  name text not null check (length(name) between 1 and 200 and name = btrim(name)
    and name !~ '[[:cntrl:]\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*/\\]'),
  status text not null default 'uploading' check (status in ('uploading', 'ready', 'kept', 'refused', 'removed')),
  -- What who uploads says it will be; the chunks that are here.
  declared_bytes integer not null check (declared_bytes between 1 and 20971520),
  received_chunks integer not null default 0 check (received_chunks >= 0),
  -- What it is, by its content.
  mime_type text check (mime_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/heic', 'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')),
  bytes integer check (bytes between 1 and 20971520),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  pages integer check (pages between 1 and 500),
  key_id text,
  salt bytea check (octet_length(salt) = 16),
  refused_because text check (length(refused_because) <= 200),
  created_at timestamptz not null default now(),
  kept_at timestamptz,
  removed_at timestamptz,
  -- The objects of a file that was removed are gone.
  cleared_at timestamptz,
  foreign key (owner_id, school_id) references public.school_members (user_id, school_id),
  check (num_nonnulls(school_id, facility_id) = 1),
  check (status not in ('ready', 'kept') or num_nulls(mime_type, bytes, sha256, key_id, salt) = 0),
  check (status <> 'removed' or salt is null),
  check ((status = 'removed') = (removed_at is not null)),
  unique (id, school_id)
);
create index files_owner on public.files (owner_id, school_id);
create index files_uploaded_by on public.files (uploaded_by);
create index files_school on public.files (school_id);
create index files_facility on public.files (facility_id);
-- For the worker: uploads that nobody finished, objects to remove, objects under an earlier key.
create index files_unfinished on public.files (created_at) where status in ('uploading', 'ready', 'refused');
create index files_to_clear on public.files (removed_at) where status = 'removed' and cleared_at is null;
create index files_by_key on public.files (key_id) where salt is not null;
select app.protect('public.files');

-- Who opened which file, and why. A file's salt is given out to who has just added a row, and not otherwise.
create table public.file_openings (
  id bigint generated always as identity primary key,
  file_id uuid not null,
  school_id uuid,
  opened_by uuid not null,
  acting_as uuid,
  -- The original as a download, or its pages as images.
  what text not null check (what in ('download', 'pages')),
  reason text not null check (length(reason) between 3 and 200),
  request_id text not null default '',
  opened_at timestamptz not null default now(),
  foreign key (file_id, school_id) references public.files (id, school_id)
);
create index file_openings_file on public.file_openings (file_id, opened_at desc);
create index file_openings_key on public.file_openings (file_id, school_id);
select app.protect('public.file_openings');
