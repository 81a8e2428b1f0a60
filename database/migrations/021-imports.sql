-- The other names a school goes by; the national list of institutions tells several.
alter table public.schools add column aliases text[] not null default '{}'
  check (cardinality(aliases) <= 50 and array_position(aliases, null) is null);

-- A file somebody brings, kept beside the product's own rows until it is committed, and afterwards as the record of what
-- became of each of its rows.
create table public.imports (
  id uuid primary key,
  kind text not null check (kind in ('sites', 'schools')),
  file_name text not null check (length(btrim(file_name)) between 1 and 200),
  -- Sites below this organization instead of one organization for each.
  organization_id uuid references public.facilities (id),
  status text not null default 'open' check (status in ('open', 'committed')),
  -- verdict → rows, as last looked at
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  created_at timestamptz not null default now(),
  created_by uuid,
  committed_at timestamptz,
  check ((status = 'committed') = (committed_at is not null)),
  check (organization_id is null or kind = 'sites')
);
create index imports_newest on public.imports (kind, created_at desc, id);
create index imports_organization on public.imports (organization_id);

create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  line integer not null check (line > 0),
  -- The row in the product's words, and what is wrong with it.
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  problem text check (length(problem) <= 2000),
  note text check (length(note) <= 2000),
  is_left_out boolean not null default false,
  verdict text check (verdict in ('new', 'changed', 'unchanged', 'duplicate', 'invalid', 'left_out')),
  reason text,
  -- field → [as it is, as the file has it]
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  target_id uuid,
  -- The organization that a new site comes below.
  parent_id uuid,
  primary key (import_id, line)
);
create index import_rows_verdict on public.import_rows (import_id, verdict, line);

select app.protect('public.imports'), app.protect('public.import_rows');
