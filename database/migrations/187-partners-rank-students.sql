-- A facility or a preceptor can rank the students who chose a place of theirs, once the wishlist has closed.
alter table public.wishlist_campaigns add column partners_rank boolean not null default false, add column partners_noticed boolean not null default false;
drop function if exists app.notify_wishlist(uuid, boolean, text, jsonb);
-- Who entered a choice is a column's default, options are added to drafts by a policy, and one function guards what students answer.
drop function if exists app.notify_about_concern(uuid, text, jsonb);
drop trigger if exists stamp on public.wishlist_choices;
drop function if exists app.stamp_wishlist_choice();
drop trigger if exists guard on public.wishlist_options;
drop function if exists app.guard_wishlist_option();
drop trigger if exists guard_removal on public.wishlist_choices;
drop trigger if exists guard on public.wishlist_choices;
drop function if exists app.guard_wishlist_choice();
drop trigger if exists guard on public.wishlist_submissions;
drop function if exists app.guard_wishlist_submission();
drop trigger if exists guard on public.wishlist_runs;
drop function if exists app.guard_wishlist_run();
