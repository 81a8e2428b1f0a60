-- Only its owner creates a link, sees who opened it, and turns it off. No one reads its hash.
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

-- By a link, without signing in, as the sign-in login (app.passport_link): when it ends and, while it is open, whose it is. Each reading is
-- recorded: the key of the document is visible only in the transaction that records an opening.
grant select (id, school_id, person_id, file_id, ends_on, revoked_at) on public.passport_links to app_auth;
create policy link_sees_itself on public.passport_links for select to app_auth using (id = (select l.id from app.passport_link() l));
create policy link_names_its_holder on public.users for select to app_auth
  using ((select l.is_open from app.passport_link() l) and id in (select p.person_id from public.passport_links p));
grant select (link_id, at), insert (link_id, school_id, address_block) on public.passport_openings to app_auth;
create policy link_sees_its_opening on public.passport_openings for select to app_auth
  using (at = now() and link_id = (select l.id from app.passport_link() l));
create policy link_is_opened on public.passport_openings for insert to app_auth
  with check (link_id = (select l.id from app.passport_link() l where l.is_open));
grant select (id, school_id, salt) on public.files to app_auth;
create policy opened_link_reads on public.files for select to app_auth
  using (id in (select p.file_id from public.passport_links p join public.passport_openings o on o.link_id = p.id where o.at = now()));
