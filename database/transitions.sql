-- Steps of a status: the table is filled from the rules of the features (database/transitions.ts), and guard triggers ask it.

-- May this party take a row from one status to the other?
-- Reason: guard triggers need it, and no login reads the table itself.
create or replace function app.is_step(p_entity text, p_from text, p_to text, p_party text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.transitions t
    where t.entity = p_entity and t.from_status = p_from and t.to_status = p_to and p_party = any (t.parties))
$$;
grant execute on function app.is_step(text, text, text, text) to app_rw, app_worker, app_auth;

-- Refuses a step that the party may not take.
-- Reason: guard triggers need it.
create or replace function app.refuse_illegal_step(p_entity text, p_from text, p_to text, p_party text) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_step(p_entity, p_from, p_to, p_party) then
    raise exception 'step.illegal' using errcode = 'PW409', detail = jsonb_build_object('from', p_from, 'to', p_to);
  end if;
end $$;
grant execute on function app.refuse_illegal_step(text, text, text, text) to app_rw, app_worker, app_auth;

-- For a trigger on a status: refuses a step that the party of its argument may not take.
create or replace function app.guard_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.refuse_illegal_step(tg_table_name, old.status, new.status, tg_argv[0]);
  return new;
end $$;
