-- The picture by which a school or an organization is known: one of each, in the database like signed agreements
-- (docs/decisions/018-agreement-files.md). A new one is a new row with an address of its own; the one before it goes.
create table public.logos (
  id uuid primary key default gen_random_uuid(),
  school_id uuid references public.schools (id),
  organization_id uuid,
  organization_kind text not null default 'organization' check (organization_kind = 'organization'),
  mime_type text not null check (mime_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 12 and 1048576),
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid,
  foreign key (organization_id, organization_kind) references public.facilities (id, kind),
  check (num_nonnulls(school_id, organization_id) = 1),
  -- What it is, its first bytes say; pictures that can hold a script (SVG) are none.
  constraint logos_is_picture check (case mime_type
    when 'image/png' then substring(content from 1 for 8) = '\x89504e470d0a1a0a'::bytea
    when 'image/jpeg' then substring(content from 1 for 3) = '\xffd8ff'::bytea
    else substring(content from 1 for 4) = 'RIFF'::bytea and substring(content from 9 for 4) = 'WEBP'::bytea end)
);
alter table public.logos alter column content set storage external;
create index logos_school on public.logos (school_id);
create index logos_organization on public.logos (organization_id, organization_kind);
select app.protect('public.logos');
