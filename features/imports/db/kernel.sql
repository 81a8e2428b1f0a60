-- Removes functions that are no longer called: sites are written with the superadmin's own login (server/commands/write-sites.ts).
drop function if exists app.write_import_sites(uuid, integer, integer, boolean);
