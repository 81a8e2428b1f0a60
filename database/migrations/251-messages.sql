-- What a school writes to its people, and a facility to its partner schools: the words, whom they were meant for, and who has read them.
-- What was sent never changes.
create table public.messages (
  id uuid primary key,
  -- The side that writes: a school, or an organization.
  school_id uuid references public.schools (id),
  organization_id uuid references public.facilities (id),
  sent_by uuid not null references public.users (id),
  -- What the sender chose, as in the contract.
  audience jsonb not null check (jsonb_typeof(audience) = 'object'),
  -- How that was called then: cohorts, sites and shifts get other names.
  audience_name text not null check (length(btrim(audience_name)) between 1 and 300),
  title text not null check (length(btrim(title)) between 1 and 200),
  message text not null check (length(btrim(message)) between 1 and 2000),
  is_urgent boolean not null default false,
  created_at timestamptz not null default now(),
  -- When the notifications were written.
  delivered_at timestamptz,
  unique (id, school_id),
  check ((school_id is null) <> (organization_id is null))
);
create index messages_of_school on public.messages (school_id, created_at desc);
create index messages_of_organization on public.messages (organization_id, created_at desc);
create index messages_of_sender on public.messages (sent_by);
create index messages_waiting on public.messages (created_at) where delivered_at is null;

-- The people of the school that writes, and when each read it.
create table public.message_people (
  message_id uuid not null,
  school_id uuid not null references public.schools (id),
  user_id uuid not null,
  read_at timestamptz,
  primary key (message_id, school_id, user_id),
  foreign key (message_id, school_id) references public.messages (id, school_id),
  foreign key (user_id, school_id) references public.school_members (user_id, school_id)
);
create index message_people_user on public.message_people (user_id, school_id);
create index message_people_school on public.message_people (school_id);

-- The partner schools that an organization writes to, and when the first administrator of each read it.
create table public.message_schools (
  message_id uuid not null references public.messages (id),
  partner_id uuid not null references public.schools (id),
  read_at timestamptz,
  primary key (message_id, partner_id)
);
create index message_schools_partner on public.message_schools (partner_id);

create trigger audit after insert or update or delete on public.messages for each row execute function app.audit_row();
select app.protect('public.messages'), app.protect('public.message_people'), app.protect('public.message_schools');
