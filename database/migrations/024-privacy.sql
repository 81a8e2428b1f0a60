-- What a student lets the school tell the places where they learn (34 CFR 99.30): who may be told, for what, until when, by which
-- text. A row is never changed, save that it can be revoked; what it allowed until then stays to be read.
create table public.consents (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  -- This place and all below it; null: every place the school works with.
  facility_scope uuid references public.facilities (id),
  purpose text not null default 'placement' check (purpose in ('placement')),
  -- Which text was agreed to; a release signed on paper has its own.
  text_version text not null check (length(text_version) between 1 and 40),
  granted_at timestamptz not null default now(),
  granted_by uuid not null references public.users (id),
  -- The day on the paper, where the school recorded what the student had signed.
  signed_on date,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references public.users (id),
  unique (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check (expires_at > granted_at),
  check (revoked_at >= granted_at),
  check ((revoked_at is null) = (revoked_by is null)),
  -- One at a time for the same places.
  constraint consents_one_at_a_time exclude using gist (student_id with =, school_id with =, purpose with =,
    (coalesce(facility_scope, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
    tstzrange(granted_at, least(expires_at, coalesce(revoked_at, 'infinity'))) with &&)
);
create index consents_student on public.consents (student_id, school_id, granted_at desc);
create index consents_school on public.consents (school_id, granted_at desc);
create index consents_facility on public.consents (facility_scope) where facility_scope is not null;
create index consents_granted_by on public.consents (granted_by);
create index consents_revoked_by on public.consents (revoked_by) where revoked_by is not null;

create function app.consent_only_revoked() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.revoked_at is null and new.revoked_at is not null
      and to_jsonb(new) - '{revoked_at,revoked_by}'::text[] = to_jsonb(old) - '{revoked_at,revoked_by}'::text[] then
      return new;
    end if;
  end if;
  raise exception 'A release is never changed, only revoked' using errcode = '42501';
end $$;
create trigger only_revoked before update or delete on public.consents for each row execute function app.consent_only_revoked();
create trigger only_revoked_truncate before truncate on public.consents for each statement execute function app.consent_only_revoked();
create trigger audit after insert or update on public.consents for each row execute function app.audit_row();

-- Whom a student's information was shown to (34 CFR 99.32), as it was then: names that change later change nothing here. One row
-- for each look that showed something, once a day.
create table public.disclosures (
  id bigint generated always as identity primary key,
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  shift_id uuid not null,
  shift_date date not null,
  facility_id uuid not null references public.facilities (id),
  consent_id uuid not null,
  seen_by uuid not null references public.users (id),
  seen_by_name text not null,
  seen_as text not null check (seen_as in ('facility_admin', 'preceptor', 'superadmin')),
  -- The superadmin who looked with that person's eyes.
  acted_by uuid references public.users (id),
  fields text[] not null check (cardinality(fields) > 0),
  -- The day at the place.
  day date not null,
  at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (seen_by, acted_by, shift_id, student_id, day, fields),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  foreign key (consent_id, school_id) references public.consents (id, school_id)
);
create index disclosures_student on public.disclosures (student_id, school_id, at desc);
create index disclosures_school on public.disclosures (school_id, at desc);
create index disclosures_shift on public.disclosures (shift_id, school_id);
create index disclosures_consent on public.disclosures (consent_id, school_id);
create index disclosures_facility on public.disclosures (facility_id, at desc);
create index disclosures_acted_by on public.disclosures (acted_by) where acted_by is not null;
create trigger append_only before update or delete on public.disclosures for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.disclosures for each statement execute function app.refuse_change();

-- Whom to call when something happens to the student; shown to the place on the day itself.
alter table public.users add column emergency_contact text check (length(emergency_contact) <= 200);

select app.protect('public.consents'), app.protect('public.disclosures');
