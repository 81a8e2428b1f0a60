-- What each school pays for: its subscription, the person who looks after it, the invoices as the payment provider has them, what happened, and
-- offers to hand billing over to someone else.
create table public.subscriptions (
  id uuid primary key default uuidv7(),
  school_id uuid not null unique references public.schools (id),
  -- Stripe's eight words.
  status text not null default 'trialing'
    check (status in ('trialing', 'active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'paused')),
  -- Null while nothing was chosen: the trial.
  plan_id text references public.plans (id),
  -- Set by hand, and paid by an invoice that is agreed upon outside of the product.
  by_invoice boolean not null default false,
  trial_ends_at timestamptz not null default now() + interval '30 days',
  -- Until then it is paid.
  period_ends_at timestamptz,
  -- Canceled: it ends with the period that is paid.
  ends_with_period boolean not null default false,
  past_due_since timestamptz,
  -- What the payment provider calls the school and what it subscribed to, and when that was last read there.
  customer_id text unique check (length(customer_id) between 1 and 255),
  provider_id text unique check (length(provider_id) between 1 and 255),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  constraint subscriptions_agreed check (not by_invoice or plan_id is not null and period_ends_at is not null)
);
create index subscriptions_plan on public.subscriptions (plan_id);
create index subscriptions_trials on public.subscriptions (trial_ends_at) where status = 'trialing';
create trigger touch before update on public.subscriptions for each row execute function app.touch();
create trigger audit after insert or update or delete on public.subscriptions for each row execute function app.audit_row();

-- One for each school; apart from the subscription, because the person who accepts an offer writes this row and no other.
create table public.billing_owners (
  id uuid primary key default uuidv7(),
  school_id uuid not null unique references public.schools (id),
  owner_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (owner_id, school_id) references public.school_members (user_id, school_id)
);
create index billing_owners_owner on public.billing_owners (owner_id, school_id);
create trigger touch before update on public.billing_owners for each row execute function app.touch();
create trigger audit after insert or update or delete on public.billing_owners for each row execute function app.audit_row();

create table public.ownership_transfers (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  -- Who looked after billing when it was offered; null where no one did.
  from_id uuid,
  nominee_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null default now(),
  created_by uuid not null references public.users (id),
  expires_at timestamptz not null default now() + interval '7 days',
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (from_id, school_id) references public.school_members (user_id, school_id),
  foreign key (nominee_id, school_id) references public.school_members (user_id, school_id),
  constraint ownership_transfers_to_another check (nominee_id <> from_id)
);
create unique index ownership_transfers_one on public.ownership_transfers (school_id) where status = 'pending';
create index ownership_transfers_school on public.ownership_transfers (school_id, created_at);
create index ownership_transfers_from on public.ownership_transfers (from_id, school_id);
create index ownership_transfers_nominee on public.ownership_transfers (nominee_id, school_id);
create index ownership_transfers_created_by on public.ownership_transfers (created_by);
create trigger touch before update on public.ownership_transfers for each row execute function app.touch();
create trigger audit after insert or update or delete on public.ownership_transfers for each row execute function app.audit_row();

create table public.invoices (
  -- The payment provider's own.
  id text primary key check (length(id) between 1 and 255),
  school_id uuid not null references public.schools (id),
  number text check (length(number) <= 100),
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  due_cents bigint not null,
  paid_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  issued_at timestamptz not null,
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  pdf_url text check (pdf_url ~ '^https?://' and length(pdf_url) <= 2000),
  page_url text check (page_url ~ '^https?://' and length(page_url) <= 2000),
  read_at timestamptz not null
);
create index invoices_school on public.invoices (school_id, issued_at);

-- Never changed and never removed. What a provider reports is kept once.
create table public.billing_events (
  id uuid primary key default uuidv7(),
  school_id uuid not null references public.schools (id),
  at timestamptz not null default now(),
  kind text not null check (kind ~ '^[a-z_]{1,60}$'),
  -- Someone of the school, or of Placewell: no key, as in the audit trail.
  actor_id uuid,
  reason text check (length(btrim(reason)) between 1 and 1000),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  provider_event_id text unique check (length(provider_event_id) between 1 and 255)
);
create index billing_events_school on public.billing_events (school_id, at);
create index billing_events_actor on public.billing_events (actor_id);
create trigger append_only before update or delete on public.billing_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.billing_events for each statement execute function app.refuse_change();

select app.protect('public.subscriptions'), app.protect('public.billing_owners'), app.protect('public.ownership_transfers'),
  app.protect('public.invoices'), app.protect('public.billing_events');
