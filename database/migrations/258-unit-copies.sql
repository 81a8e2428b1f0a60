-- What copying one unit's settings to others changed in each (decision 166): it is undone from here.
create table public.unit_copies (
  id uuid primary key default uuidv7(),
  -- One act of copying: its rows are undone together.
  copy_id uuid not null,
  source_id uuid not null references public.facilities (id),
  unit_id uuid not null references public.facilities (id),
  -- The settings that changed, as they were and as they were copied.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  undone_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null references public.users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check (source_id <> unit_id),
  unique (copy_id, unit_id)
);
create index unit_copies_source on public.unit_copies (source_id);
create index unit_copies_unit on public.unit_copies (unit_id);
create index unit_copies_created_by on public.unit_copies (created_by);
create trigger touch before update on public.unit_copies for each row execute function app.touch();
create trigger audit after insert or update or delete on public.unit_copies for each row execute function app.audit_row();
select app.protect('public.unit_copies');
