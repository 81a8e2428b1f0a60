-- The private address under which a calendar reads somebody's shifts. Kept is the hash of it; the newest that is not revoked works.
create table priv.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  last_read_at timestamptz
);
create index calendar_feeds_user on priv.calendar_feeds (user_id);
create unique index calendar_feeds_one_open on priv.calendar_feeds (user_id) where revoked_at is null;

-- The filters of a list page under a name, for the person who named them.
create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users (id),
  page text not null check (page ~ '^/(?!/)[A-Za-z0-9/_-]*$' and length(page) <= 200),
  name text not null check (length(btrim(name)) between 1 and 60),
  -- What stands behind the question mark of the page's address.
  search text not null check (length(search) <= 2000 and search !~ '[[:cntrl:]#]'),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saved_views_user on public.saved_views (user_id, page);
create unique index saved_views_name on public.saved_views (user_id, page, lower(name));
create unique index saved_views_default on public.saved_views (user_id, page) where is_default;

select app.protect('priv.calendar_feeds'), app.protect('public.saved_views');
create trigger audit after insert or update of revoked_at on priv.calendar_feeds for each row execute function app.audit_row();
