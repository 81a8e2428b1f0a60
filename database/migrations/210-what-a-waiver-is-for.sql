-- A waiver is for all that a school asks of a type, or for one requirement alone, of a school or a facility: requirements are never removed.
-- A site orientation counts at its own place alone. A type may name an example of a good document.
alter table public.credentials add column waived_requirement_id uuid;
alter table public.credentials add column facility_id uuid references public.facilities (id);
alter table public.credentials add constraint credentials_waiver_for_one check (waived_requirement_id is null or waived_until is not null);
create index credentials_waived_requirement on public.credentials (waived_requirement_id);
create index credentials_facility on public.credentials (facility_id) where facility_id is not null;
-- What takes the place of something is of the same person and type.
alter table public.credentials add constraint credentials_of_person unique (id, school_id, person_id, type_id);
alter table public.credentials add constraint credentials_supersedes_own foreign key (supersedes_id, school_id, person_id, type_id)
  references public.credentials (id, school_id, person_id, type_id);
create index credentials_supersedes_own on public.credentials (supersedes_id, school_id, person_id, type_id) where supersedes_id is not null;
alter table public.credential_types add column example_url text not null default ''
  check (length(example_url) <= 500 and (example_url = '' or example_url ~ '^https://'));

-- It answers with one more column now.
drop function if exists app.clearance_facts(uuid[], uuid);
