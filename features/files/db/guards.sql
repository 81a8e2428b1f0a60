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

-- An opening is by who asks, now: no login writes these columns. It is in the access trail with whose record it is and why, except that one's
-- own is not, and the pages of one look are one line.
alter table public.file_openings alter column opened_by set default app.real_uid(), alter column acting_as set default app.acting_as();
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.file_opened() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.access_events (at, kind, outcome, call, what, subject_id, request_id, actor_id, actor_name, actor_role, acting_as, acting_as_name,
    school_id, facility_id, student_ids, address_digest, reason)
  select now(), case new.what when 'pages' then 'view' else 'export' end, 'ok', 'files.' || new.what, 'file', f.id, new.request_id, a.id, a.full_name, a.role,
    new.acting_as, i.full_name, coalesce(s.linked_school_id, f.school_id), f.facility_id, array_remove(array[s.id], null), '', new.reason
  from public.files f join public.users a on a.id = new.opened_by left join public.users i on i.id = new.acting_as
    left join public.users s on s.id = f.owner_id and s.role = 'student'
  where f.id = new.file_id and a.id is distinct from f.owner_id and (new.what <> 'pages' or s.id is not null) and not (new.what = 'pages'
    and exists (select 1 from public.file_openings o
      where o.file_id = f.id and o.what = 'pages' and o.opened_by = a.id and o.acting_as is not distinct from new.acting_as and o.reason = new.reason
        and o.opened_at > now() - interval '10 minutes' and o.id <> new.id));
  return null;
end $$;
drop trigger if exists opened on public.file_openings;
create or replace trigger note after insert on public.file_openings for each row
  when (new.opened_by = app.real_uid()) execute function app.file_opened();
