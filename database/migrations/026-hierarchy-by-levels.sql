-- The hierarchy is read a level at a time, in its order, and counted without looking at its rows.
create index facilities_level on public.facilities (parent_id, kind, name, id) include (status);
drop index public.facilities_parent;

-- A place is found by any part of its name or town. The blank before it makes the first word one like the others:
-- '% st%' is a word that begins with st.
create index facilities_words on public.facilities
  using gin ((' ' || name || ' ' || coalesce(city, '') || ', ' || coalesce(state, '')) public.gin_trgm_ops);
create index organizations_npi on public.organizations (npi) where npi is not null;
