-- The access log: the superadmin reads all of it, school administrators what concerns their
-- school, facility administrators what their own people did. A student reads who read their
-- record only through app.looks_at_record, which shows nothing about anyone else.
grant select on public.access_events, public.failed_attempts to app_rw;
create policy superadmin_reads on public.access_events for select to app_rw using ((select app.is_superadmin()));
create policy school_reads on public.access_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_reads_own_people on public.access_events for select to app_rw
  using ((select app.role()) = 'facility_admin' and not exists (select from app.permissions_in_force((select app.uid())) where permission_type = 'capstone_preceptor')
    and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy superadmin_reads on public.failed_attempts for select to app_rw using ((select app.is_superadmin()));
create policy school_reads on public.failed_attempts for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- The audit trail: the superadmin reads all of it, school administrators their school's, everyone their own.
grant select on public.audit_events to app_rw;
create policy superadmin_reads_audit on public.audit_events for select to app_rw using ((select app.is_superadmin()));
create policy school_reads_audit on public.audit_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy own_audit on public.audit_events for select to app_rw using (actor_id = (select app.real_uid()));

-- Exporting a list of people or permissions adds an entry (platform/server/record-export.ts): who, of which
-- school or facility, how many, with which filter. Only the superadmin exports a list across all of them.
grant insert (action, entity, school_id, facility_id, reason, changes) on public.audit_events to app_rw;
create policy who_exports_notes_it on public.audit_events for insert to app_rw
  with check (action = 'export' and entity in ('users', 'facility_admin_permissions') and actor_id = (select app.real_uid())
    and ((select app.is_superadmin()) or (select app.role()) in ('school_admin', 'school_super_admin', 'facility_admin') and changes ->> 'view' <> '')
    and length(changes::text) < 4000 and coalesce(length(reason) <= 1000, true)
    and school_id is not distinct from case when changes ->> 'view' <> 'users' then (select app.selected_school_id()) end
    and facility_id is not distinct from case when changes ->> 'view' = 'users' then (select app.facility_id()) end);

-- The worker adds what servers recorded to the access log (platform/server/access-trail.ts); it changes nothing in it.
grant insert (at, kind, outcome, code, call, what, subject_id, request_id, times, actor_id, actor_name, actor_role, acting_as, acting_as_name,
  school_id, facility_id, student_ids, address_digest, reason) on public.access_events to app_worker;
create policy worker_adds on public.access_events for insert to app_worker with check (times > 0);

-- The chains: the superadmin reads them. The worker adds blocks; from the queue it removes only rows in a
-- block of the same transaction, so that nothing leaves the queue unsealed (decision 188).
grant select on public.audit_blocks to app_rw;
grant select (chain, ready_at) on public.audit_unsealed to app_rw;
create policy superadmin_reads_blocks on public.audit_blocks for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_counts_waiting on public.audit_unsealed for select to app_rw using ((select app.is_superadmin()));
grant select, insert (chain, seq, sources, row_ids, row_digests, previous, digest) on public.audit_blocks to app_worker;
create policy worker_reads_blocks on public.audit_blocks for select to app_worker using (seq > 0);
-- A block must continue from the one before it, so that the next can always follow.
create policy worker_seals on public.audit_blocks for insert to app_worker with check (sealed_at = now()
  and (seq = 1 and previous = sha256(convert_to('placewell ' || chain, 'UTF8')) or exists (select from public.audit_blocks b
    where b.chain = audit_blocks.chain and b.seq = audit_blocks.seq - 1 and b.digest = audit_blocks.previous)));
grant select, delete on public.audit_unsealed to app_worker;
create policy worker_sees_waiting on public.audit_unsealed for select to app_worker using (ready_at <= now());
create policy worker_takes_sealed on public.audit_unsealed for delete to app_worker
  using ((source, row_id) in (select r.source, r.row_id from public.audit_blocks b cross join unnest(b.sources, b.row_ids) r (source, row_id)
    where b.sealed_at = now()));
