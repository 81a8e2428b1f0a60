-- Cut first, then trimmed: a long name whose 80th character is no letter was refused for two hyphens in a row.
create or replace function app.slug_of(name text, id uuid) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(nullif(btrim(left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 80), '-'), ''), 'place') || '-' || left(id::text, 8)
$$;
