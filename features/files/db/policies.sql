-- A file can be seen by the person whose record it is, and by its uploader until a feature keeps it. To everyone else a feature shows the
-- files of its own purpose, by its own policy on this table (docs/architecture.md, "A file").
grant select (id, school_id, facility_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, received_chunks, mime_type, bytes, sha256,
  pages, refused_because, created_at, kept_at, removed_at) on public.files to app_rw;
grant insert (id, school_id, facility_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, pages, key_id, salt)
  on public.files to app_rw;
grant update (owner_id, status, received_chunks, mime_type, bytes, sha256, pages, key_id, salt, refused_because) on public.files to app_rw;
create policy owner_sees on public.files for select to app_rw
  using (owner_id = (select app.uid()) and (select app.role()) is not null);
create policy uploader_sees on public.files for select to app_rw
  using (uploaded_by = (select app.uid()) and (select app.role()) is not null
    -- In the transaction that keeps it for someone else, too.
    and (status in ('uploading', 'ready', 'refused') or kept_at = now()));
create policy member_adds on public.files for insert to app_rw
  with check (uploaded_by = (select app.uid()) and (select app.role()) is not null
    and (school_id = (select app.selected_school_id()) or facility_id = (select app.facility_id()))
    and (owner_id = (select app.uid()) or owner_id in (select u.id from public.users u)));
create policy owner_changes on public.files for update to app_rw
  using (owner_id = (select app.uid()) and (select app.role()) is not null)
  with check (owner_id = (select app.uid()) and (select app.role()) is not null);
create policy uploader_changes on public.files for update to app_rw
  using (uploaded_by = (select app.uid()) and (select app.role()) is not null and status in ('uploading', 'ready', 'refused'))
  with check (uploaded_by = (select app.uid()) and (select app.role()) is not null
    and (owner_id = (select app.uid()) or owner_id in (select u.id from public.users u)));

-- Anyone who sees a file may open it, and sees who else has.
grant select, insert (file_id, school_id, what, reason, request_id) on public.file_openings to app_rw;
create policy who_sees_the_file_sees on public.file_openings for select to app_rw
  using (exists (select from public.files f where f.id = file_openings.file_id));
create policy who_sees_the_file_opens on public.file_openings for insert to app_rw
  with check ((select app.role()) is not null and length(request_id) <= 100
    and exists (select from public.files f where f.id = file_openings.file_id and f.status in ('ready', 'kept') and f.school_id is not distinct from file_openings.school_id));

-- The worker removes files that no one kept and those marked for removal, and re-encrypts what is under an earlier key, so it sees the
-- salts.
grant select (id, school_id, facility_id, status, declared_bytes, received_chunks, mime_type, key_id, salt, created_at, removed_at, cleared_at), update (status, key_id, cleared_at)
  on public.files to app_worker;
create policy worker_sees on public.files for select to app_worker using (cleared_at is null or salt is null);
create policy worker_changes on public.files for update to app_worker using (cleared_at is null)
  with check (status = 'removed' or salt is not null);

-- It copies openings to the access trail, each once. It sees those of the last day to find which belong to one view.
grant select (owner_id) on public.files to app_worker;
grant select, update (noted_at) on public.file_openings to app_worker;
create policy worker_finds_openings on public.file_openings for select to app_worker
  using (noted_at is null or opened_at > now() - interval '1 day');
create policy worker_notes_openings on public.file_openings for update to app_worker using (noted_at is null) with check (noted_at = now());
