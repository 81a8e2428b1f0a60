-- Keeps the people who led a shift known to it, whichever command names others.
create or replace function app.keep_former_proctor() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.former_proctor_ids := array(select distinct l from unnest(new.former_proctor_ids || app.instructors_of(old)) l where l <> all (app.instructors_of(new)));
  return new;
end $$;
create or replace trigger former_proctor before update of proctor_id, more_proctor_ids on public.shifts for each row
  when (old.proctor_id is not null and (new.proctor_id, new.more_proctor_ids) is distinct from (old.proctor_id, old.more_proctor_ids)) execute function app.keep_former_proctor();
