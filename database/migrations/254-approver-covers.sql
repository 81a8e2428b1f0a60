-- Who answers requests while a facility admin is away: a colleague whose own facility is at or above theirs (decision 163).
create table public.approver_covers (
  id uuid primary key default uuidv7(),
  -- The nearest organization at or above the facility of the person who is away.
  organization_id uuid not null references public.facilities (id),
  person_id uuid not null references public.users (id),
  cover_id uuid not null references public.users (id),
  -- As the colleague was called then: the person may not see who runs the facilities above theirs.
  cover_name text not null check (length(btrim(cover_name)) between 1 and 200),
  from_date date not null,
  -- The last day; by the clock of the organization.
  until_date date not null,
  -- When it was ended before its last day.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid not null references public.users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check (person_id <> cover_id),
  check (until_date >= from_date and until_date <= from_date + 364),
  constraint approver_covers_one_at_a_time exclude using gist (person_id with =, daterange(from_date, until_date, '[]') with &&) where (ended_at is null)
);
create index approver_covers_person on public.approver_covers (person_id, until_date);
create index approver_covers_cover on public.approver_covers (cover_id, until_date);
create index approver_covers_organization on public.approver_covers (organization_id);
create index approver_covers_created_by on public.approver_covers (created_by);
create trigger touch before update on public.approver_covers for each row execute function app.touch();
create trigger audit after insert or update or delete on public.approver_covers for each row execute function app.audit_row();
select app.protect('public.approver_covers');
