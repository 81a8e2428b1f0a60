-- A capstone wishlist offers preceptors and units: they have no shifts of their own, and a preceptor says when they can take someone.
alter table public.wishlist_options
  drop constraint wishlist_options_shift_count_check,
  add constraint wishlist_options_shift_count_check check (shift_count >= 0),
  add column availability text check (length(availability) <= 180);
