-- A logo is seen by everybody who is signed in, like the name it stands beside. Writing goes through the procedures.
grant select on public.logos to app_rw;
create policy members_see on public.logos for select to app_rw using ((select app.role()) is not null);
