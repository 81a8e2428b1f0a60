-- What PostgreSQL refuses of files, whoever writes. The steps are those of rules.ts (public.transitions).

-- Who uploads is who asks. What a file is, is found out once: at the end of its upload, or when the product makes it. Whose it is
-- may change as a feature keeps it. Removing a file destroys its salt, without which its bytes cannot be read.
create or replace trigger guard before update on public.files for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('person');
create or replace trigger guard_new before insert on public.files for each row
  when (current_user = 'app_rw' and new.status not in ('uploading', 'kept')) execute function app.refuse_row('step.illegal', 'PW409', 'from=uploading', 'to=status');
create or replace trigger guard_of_system before update on public.files for each row
  when (current_user <> 'app_rw' and old.status <> new.status) execute function app.guard_step('system');
create or replace trigger guard_settled before update on public.files for each row
  when (current_user = 'app_rw' and ((old.mime_type, old.bytes, old.sha256, old.pages) is distinct from (new.mime_type, new.bytes, new.sha256, new.pages)
        and (old.status, new.status) <> ('uploading', 'ready')
      or (old.key_id, old.salt) is distinct from (new.key_id, new.salt) and (old.status, new.status) <> ('uploading', 'ready') and new.status <> 'removed'
      or old.owner_id <> new.owner_id and (old.status, new.status) <> ('ready', 'kept')
      or old.received_chunks <> new.received_chunks and (new.status <> 'uploading' or new.received_chunks <> old.received_chunks + 1)))
  execute function app.refuse_row('file.settled', 'PW409');
create or replace trigger note_kept before update on public.files for each row
  when (new.status = 'kept' and old.status <> 'kept') execute function app.note_facts('kept_at', 'now');
create or replace trigger note_kept_new before insert on public.files for each row
  when (new.status = 'kept') execute function app.note_facts('kept_at', 'now');
create or replace trigger note_removed before update on public.files for each row
  when (new.status = 'removed') execute function app.note_facts('salt', '');
create or replace trigger note_removed_at before update on public.files for each row
  when (new.status = 'removed' and old.removed_at is null) execute function app.note_facts('removed_at', 'now');
create or replace trigger note_uploader before insert on public.files for each row
  when (current_user = 'app_rw') execute function app.note_facts('uploaded_by', 'uid');
drop function if exists app.guard_file();

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
