-- The page of one unit that its charge nurse opens without an account: a link whose token is kept as SHA-256, until a day, which can
-- be extended and turned off (decision 167). One works for a unit at a time.
create table public.unit_links (
  id uuid primary key default uuidv7(),
  facility_id uuid not null,
  kind text not null default 'unit' check (kind = 'unit'),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null references public.users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (facility_id, kind) references public.facilities (id, kind)
);
create unique index unit_links_one_works on public.unit_links (facility_id) where revoked_at is null;
create index unit_links_unit on public.unit_links (facility_id, kind, created_at);
create index unit_links_created_by on public.unit_links (created_by);
create table public.unit_link_openings (
  id bigint generated always as identity primary key,
  link_id uuid not null references public.unit_links (id),
  at timestamptz not null default clock_timestamp(),
  -- Where it was opened from, as a block of addresses.
  address_block text not null check (length(address_block) between 1 and 60)
);
create index unit_link_openings_link on public.unit_link_openings (link_id, at);
create trigger append_only before update or delete on public.unit_link_openings for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.unit_link_openings for each statement execute function app.refuse_change();
create trigger touch before update on public.unit_links for each row execute function app.touch();
create trigger audit after insert or update or delete on public.unit_links for each row execute function app.audit_row();
select app.protect('public.unit_links'), app.protect('public.unit_link_openings');

-- An organization may do without such pages, and says for how many days a link works.
alter table public.organizations add column unit_links boolean not null default true,
  add column unit_link_days integer not null default 90 check (unit_link_days between 1 and 365);

-- The settings are written with two more; initials are made where the label is.
drop function if exists app.write_facility_settings(uuid, integer, integer, integer, integer, integer, boolean, boolean);
drop function if exists app.school_initials(text);
