-- Nobody keeps more than fifty views: each has one of fifty places.
alter table public.saved_views add column place smallint;
update public.saved_views v set place = n.place from (select id, row_number() over (partition by user_id order by created_at, id) as place from public.saved_views) n
  where n.id = v.id;
alter table public.saved_views alter column place set not null, add constraint saved_views_places check (place between 1 and 50),
  add constraint saved_views_place unique (user_id, place);
