-- A link is its owner's alone: they make it, see who opened it, and turn it off. Nobody reads what it was made from.
grant select (id, school_id, person_id, file_id, ends_on, revoked_at, created_at, version) on public.passport_links to app_rw;
grant insert (id, school_id, person_id, token_hash, file_id, ends_on), update (revoked_at) on public.passport_links to app_rw;
create policy owner_sees_passport_links on public.passport_links for select to app_rw
  using ((select app.role()) = 'student' and person_id = (select app.uid()));
create policy owner_shares on public.passport_links for insert to app_rw
  with check ((select app.role()) = 'student' and person_id = (select app.uid()) and school_id = (select app.school_id())
    and file_id in (select f.id from public.files f where f.purpose = 'passport' and f.owner_id = (select app.uid())));
create policy owner_turns_links_off on public.passport_links for update to app_rw
  using ((select app.role()) = 'student' and person_id = (select app.uid()) and revoked_at is null)
  with check ((select app.role()) = 'student' and person_id = (select app.uid()));
grant select on public.passport_openings to app_rw;
create policy owner_sees_passport_openings on public.passport_openings for select to app_rw
  using (link_id in (select l.id from public.passport_links l));
