-- A school or facility accepts a credential from some providers only; none named is any.
alter table public.credential_requirements
  add column providers text[] not null default '{}' check (cardinality(providers) <= 20);
