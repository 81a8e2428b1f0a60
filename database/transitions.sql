-- Transitions of statuses: the table is filled from the rules of the features (database/transitions.ts), and guard triggers use it.

-- Refuses a transition that the party may not make.
-- Reason: guard triggers need it, and no login reads the table of transitions.
create or replace function app.refuse_illegal_step(p_entity text, p_from text, p_to text, p_party text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.transitions where (entity, from_status, to_status) = (p_entity, p_from, p_to) and p_party = any (parties)) then
    raise exception 'step.illegal' using errcode = 'PW409', detail = jsonb_build_object('from', p_from, 'to', p_to);
  end if;
end $$;
grant execute on function app.refuse_illegal_step(text, text, text, text) to app_rw, app_worker, app_auth;

-- For a trigger on a status: refuses a transition that the party in its first argument may not make. Other arguments add parties: by a
-- column of the row that names who acts ("student_id=student"), by role ("proctor=instructor"; without a role "system"), or by login
-- ("app_rw=sender").
create or replace function app.guard_step() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare parties jsonb := app.named_values('{}', tg_argv[1:]);
begin
  perform app.refuse_illegal_step(tg_table_name, old.status, new.status, coalesce(
    (select split_part(a, '=', 2) from unnest(tg_argv[1:]) a where to_jsonb(old) ->> split_part(a, '=', 1) in (app.uid()::text, app.real_uid()::text) limit 1),
    parties ->> coalesce(app.role(), 'system'), parties ->> current_user, tg_argv[0]));
  return new;
end $$;

-- Functions that triggers on many tables share: each trigger's condition says when it applies, and its arguments what to do.

-- The values that arguments name: "column", or "name=column"; anything that is not a column is used as is.
-- Reason: the triggers below need it.
create or replace function app.named_values(p_row jsonb, p_arguments text[]) returns jsonb
language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(split_part(a, '=', 1), coalesce(p_row -> x, to_jsonb(x))), '{}')
  from unnest(p_arguments) a cross join lateral (select coalesce(nullif(split_part(a, '=', 2), ''), a)) v (x));
grant execute on function app.named_values(jsonb, text[]) to app_rw, app_worker, app_auth;

-- Refuses a row: with a code, its SQLSTATE, and the old row's values for the message.
create or replace function app.refuse_row() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception using message = tg_argv[0], errcode = tg_argv[1],
    detail = app.named_values(to_jsonb(coalesce(old, new)), tg_argv[2:])::text;
end $$;

-- Refuses, with a code, changes of columns other than those named after it; if it is not a conflict, its SQLSTATE comes before the columns.
create or replace function app.refuse_other_columns() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare free text[] := tg_argv[1:] || array['version', 'updated_at', 'updated_by'];
begin
  if to_jsonb(new) - free <> to_jsonb(old) - free then
    raise exception using message = tg_argv[0], errcode = case when tg_argv[1] ~ '^PW' then tg_argv[1] else 'PW409' end,
      detail = jsonb_build_object('status', to_jsonb(old) -> 'status')::text;
  end if;
  return new;
end $$;

-- Writes values that no one may choose, each as a column and its value: now, +2 minutes, uid, real_uid, next (the old value plus one), code
-- (ten hexadecimal digits, which are easy to tell apart), old.column, a text; '' for null.
create or replace function app.note_facts() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare facts jsonb := '{}';
begin
  for i in 0 .. tg_nargs - 1 by 2 loop
    facts := facts || jsonb_build_object(tg_argv[i], case tg_argv[i + 1] when 'now' then to_jsonb(now()) when 'uid' then to_jsonb(app.uid())
      when 'real_uid' then to_jsonb(app.real_uid()) when 'next' then to_jsonb((to_jsonb(old) ->> tg_argv[i])::integer + 1)
      when 'code' then to_jsonb(upper(left(replace(gen_random_uuid()::text, '-', ''), 10))) else case when tg_argv[i + 1] ~ '^[+]' then to_jsonb(now() + tg_argv[i + 1]::interval)
      when tg_argv[i + 1] ~ '^old[.]' then to_jsonb(old) -> substr(tg_argv[i + 1], 5) else to_jsonb(nullif(tg_argv[i + 1], '')) end end);
  end loop;
  return jsonb_populate_record(new, facts);
end $$;

-- Writes when a status began and who set it, into those of the named columns that belong to it: submitted_at, verified_by.
create or replace function app.note_status() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if to_jsonb(old) ->> 'status' = new.status then return new; end if;
  return jsonb_populate_record(new, (select coalesce(jsonb_object_agg(a, case when a like '%at' then to_jsonb(now()) else to_jsonb(app.uid()) end), '{}')
    from unnest(tg_argv) a where a in (new.status || '_at', new.status || '_by')));
end $$;

-- Adds a line to the history of a table for each transition and each new row. The reason is in the column that an argument names for the
-- new status ("rejected=note"); for a permission request otherwise in the reason of the call. When it is submitted, an evaluation replaces
-- the one that it amends.
create or replace function app.note_step() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text := to_jsonb(old) ->> 'status';
  reason text := app.named_values(to_jsonb(new), tg_argv) ->> new.status;
begin
  if was = new.status then return null; end if;
  if tg_table_name = 'credentials' then
    insert into public.credential_events (credential_id, school_id, from_status, to_status, reason) values (new.id, new.school_id, was, new.status, reason);
  elsif tg_table_name = 'evaluations' then
    insert into public.evaluation_events (evaluation_id, school_id, from_status, to_status, reason)
      values (new.id, new.school_id, was, new.status, case when was is null or new.status <> 'draft' then reason end);
    update public.evaluations e set superseded_at = now() where new.status = 'submitted' and e.id = new.amendment_of and e.superseded_at is null;
  else
    insert into public.permission_events (subject, request_id, user_id, facility_id, permission_type, from_status, to_status, reason) values ('request', new.id,
      new.target_user_id, new.scope_node, new.permission, was, new.status, left(coalesce(reason, nullif(current_setting('app.reason', true), '')), 1000));
  end if;
  return null;
end $$;
