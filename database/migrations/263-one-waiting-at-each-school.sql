-- One of a type waits for review at each school, and of an orientation at each place: who goes on at another school, or goes to two sites,
-- sends to each of them.
drop index public.credentials_one_waiting;
create unique index credentials_one_waiting on public.credentials (school_id, person_id, type_id, facility_id) nulls not distinct
  where status in ('submitted', 'in_review');
