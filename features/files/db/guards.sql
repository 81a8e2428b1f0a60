-- What PostgreSQL refuses of files, whoever writes. The steps are those of rules.ts (public.transitions).

-- Who uploads is who asks. What a file is, is found out once: at the end of its upload, or when the product makes it. Whose it is
-- may change as a feature keeps it. Removing a file destroys its salt, without which its bytes cannot be read.
-- Reason: a trigger needs it.
create or replace function app.guard_file() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare is_person boolean := current_user = 'app_rw';
begin
  if tg_op = 'INSERT' then
    if is_person then
      new.uploaded_by := app.uid();
      if new.status not in ('uploading', 'kept') then perform app.refuse_illegal_step('files', 'uploading', 'uploading', 'person'); end if;
    end if;
    new.kept_at := case when new.status = 'kept' then now() end;
    return new;
  end if;
  if old.status <> new.status then
    perform app.refuse_illegal_step('files', old.status, new.status, case when is_person then 'person' else 'system' end);
  end if;
  if new.status = 'removed' then
    new.salt := null;
    new.removed_at := coalesce(old.removed_at, now());
  end if;
  if new.status = 'kept' and old.status <> 'kept' then new.kept_at := now(); end if;
  if is_person and ((old.mime_type, old.bytes, old.sha256, old.pages) is distinct from (new.mime_type, new.bytes, new.sha256, new.pages)
        and (old.status, new.status) <> ('uploading', 'ready')
      or (old.key_id, old.salt) is distinct from (new.key_id, new.salt) and (old.status, new.status) <> ('uploading', 'ready') and new.status <> 'removed'
      or old.owner_id <> new.owner_id and (old.status, new.status) <> ('ready', 'kept')
      or old.received_chunks <> new.received_chunks and (new.status <> 'uploading' or new.received_chunks <> old.received_chunks + 1)) then
    raise exception 'file.settled' using errcode = 'PW409';
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.files for each row execute function app.guard_file();

-- An opening is by who asks, now, of the file's school. It is in the access trail with whose record it is and why, except that one's
-- own is not, and the pages of one look are one line.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.file_opened() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  f public.files;
  actor public.users;
begin
  -- A seed; without a session no login of the application adds one.
  if app.real_uid() is null then return new; end if;
  select * into f from public.files x where x.id = new.file_id;
  select * into actor from public.users u where u.id = app.real_uid();
  new.opened_by := actor.id;
  new.acting_as := app.acting_as();
  new.opened_at := now();
  new.school_id := f.school_id;
  if actor.id = f.owner_id or new.what = 'pages' and exists (select 1 from public.file_openings o where o.file_id = new.file_id and o.what = 'pages'
      and o.opened_by = actor.id and o.acting_as is not distinct from new.acting_as and o.reason = new.reason
      and o.opened_at > now() - interval '10 minutes') then return new; end if;
  perform app.record_access(jsonb_build_array(jsonb_build_object('at', now(), 'kind', case new.what when 'pages' then 'view' else 'export' end,
    'outcome', 'ok', 'call', 'files.' || new.what, 'what', 'file', 'subject_id', f.id, 'request_id', new.request_id, 'times', 1,
    'actor_id', actor.id, 'actor_name', actor.full_name, 'actor_role', actor.role, 'acting_as', new.acting_as,
    'acting_as_name', (select u.full_name from public.users u where u.id = new.acting_as), 'school_id', f.school_id,
    'facility_id', f.facility_id, 'person_ids', jsonb_build_array(f.owner_id), 'address_digest', '', 'reason', new.reason)));
  return new;
end $$;
create or replace trigger opened before insert on public.file_openings for each row execute function app.file_opened();
