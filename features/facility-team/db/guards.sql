drop trigger if exists defaults on public.partnerships;
drop function if exists app.partnership_defaults();
