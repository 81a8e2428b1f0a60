-- A student's passport shared by a link: the document as it was then, until a day, revoked at will, each opening kept.
create table public.passport_links (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  person_id uuid not null,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  file_id uuid not null,
  ends_on date not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (person_id, school_id) references public.school_members (user_id, school_id),
  foreign key (file_id, school_id) references public.files (id, school_id)
);
create index passport_links_person on public.passport_links (person_id, school_id, created_at);
create index passport_links_school on public.passport_links (school_id);
create index passport_links_file on public.passport_links (file_id, school_id);
create table public.passport_openings (
  id bigint generated always as identity primary key,
  link_id uuid not null,
  school_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Where it was opened from, as a block of addresses.
  address_block text not null check (length(address_block) <= 60),
  foreign key (link_id, school_id) references public.passport_links (id, school_id)
);
create index passport_openings_link on public.passport_openings (link_id, school_id);
create index passport_openings_school on public.passport_openings (school_id);
create trigger append_only before update or delete on public.passport_openings for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.passport_openings for each statement execute function app.refuse_change();
select app.protect('public.passport_links'), app.protect('public.passport_openings');
create trigger touch before update on public.passport_links for each row execute function app.touch();
