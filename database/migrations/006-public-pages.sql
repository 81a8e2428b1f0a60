create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 200),
  email text not null check (length(email) <= 254),
  organization text check (length(organization) <= 200),
  topic text not null check (topic in ('school', 'facility', 'student', 'billing', 'privacy', 'other')),
  message text not null check (length(btrim(message)) between 10 and 5000),
  created_at timestamptz not null default now()
);
create index contact_messages_newest on public.contact_messages (created_at desc);

-- Plans are data: what is offered, to whom, at what price. Amounts in cents.
create table public.plans (
  id text primary key check (id ~ '^[a-z0-9-]+$'),
  name text not null,
  audience text not null check (audience in ('school', 'facility', 'student')),
  summary text not null,
  price_cents integer check (price_cents >= 0),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  billing_interval text check (billing_interval in ('month', 'year', 'student_term')),
  features jsonb not null default '[]' check (jsonb_typeof(features) = 'array'),
  position integer not null,
  is_published boolean not null default true
);
select app.protect('public.contact_messages'), app.protect('public.plans');
