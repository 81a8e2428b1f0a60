-- Links in emails by which someone who runs a facility answers the requests that the email is about: kept as SHA-256, good for seven
-- days and for one answer.
create table priv.request_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references public.users (id),
  school_id uuid not null references public.schools (id),
  -- The requests of the school that were submitted from then on, together.
  submitted_from timestamptz not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz
);
create index request_links_user on priv.request_links (user_id);
create index request_links_school on priv.request_links (school_id);
select app.protect('priv.request_links');

-- An organization may want its people to sign in before they answer.
alter table public.organizations add column answers_need_sign_in boolean not null default false;

-- It writes that setting as well.
drop function if exists app.write_facility_settings(uuid, integer, integer, integer, integer, integer, boolean);
