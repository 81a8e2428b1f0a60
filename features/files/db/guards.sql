-- What PostgreSQL refuses about files, no matter who writes. The steps are those of rules.ts (public.transitions).

-- The uploader is always the caller. The type of a file is determined once: at the end of its upload, or when the product makes it. Its
-- owner may change when a feature keeps it. Removing a file destroys its salt, without which its bytes cannot be read.
create or replace trigger guard before update on public.files for each row
  when (old.status <> new.status) execute function app.guard_step('system', 'app_rw=person');
create or replace trigger guard_new before insert on public.files for each row
  when (current_user = 'app_rw' and new.status not in ('uploading', 'kept')) execute function app.refuse_row('step.illegal', 'PW409', 'from=uploading', 'to=status');
create or replace trigger guard_settled before update on public.files for each row
  when (current_user = 'app_rw' and ((old.mime_type, old.bytes, old.sha256, old.pages) is distinct from (new.mime_type, new.bytes, new.sha256, new.pages)
        and (old.status, new.status) <> ('uploading', 'ready')
      or (old.key_id, old.salt) is distinct from (new.key_id, new.salt) and (old.status, new.status) <> ('uploading', 'ready') and new.status <> 'removed'
      or old.owner_id <> new.owner_id and (old.status, new.status) <> ('ready', 'kept')
      or old.received_chunks <> new.received_chunks and (new.status <> 'uploading' or new.received_chunks <> old.received_chunks + 1)))
  execute function app.refuse_row('file.settled', 'PW409');
create or replace trigger note_status before insert or update on public.files for each row execute function app.note_status('kept_at', 'removed_at');
create or replace trigger note_removed before update on public.files for each row
  when (new.status = 'removed') execute function app.note_facts('salt', '');
create or replace trigger note_uploader before insert on public.files for each row
  when (current_user = 'app_rw') execute function app.note_facts('uploaded_by', 'uid');
drop function if exists app.guard_file();

-- An opening is by the caller, now: no login writes these columns. The worker copies it to the access trail within a second
-- (server/commands/note-openings.ts).
alter table public.file_openings alter column opened_by set default app.real_uid(), alter column acting_as set default app.acting_as();
create or replace trigger note after insert on public.file_openings for each row execute function app.tell('file_opened', '');
drop function if exists app.file_opened();
