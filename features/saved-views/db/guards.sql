drop trigger if exists rules on public.saved_views;
drop function if exists app.saved_view_rules();
