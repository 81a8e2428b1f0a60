drop trigger if exists rules on public.saved_views;
