-- The scheduler tells students once that a wishlist has opened, and those who have not finished once for each last day that it closes soon.
-- Students of wishlists that are open now have been notified of them.
alter table public.wishlist_campaigns add column opening_noticed boolean not null default false, add column closing_noticed_on date;
update public.wishlist_campaigns set opening_noticed = true where opens_at <= now();
