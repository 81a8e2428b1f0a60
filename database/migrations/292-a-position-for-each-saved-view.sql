-- Nobody keeps more than fifty views: each has one of fifty positions.
alter table public.saved_views add column position smallint;
update public.saved_views v set position = n.position
  from (select id, row_number() over (partition by user_id order by created_at, id) as position from public.saved_views) n where n.id = v.id;
alter table public.saved_views alter column position set not null, add constraint saved_views_positions check (position between 1 and 50),
  add constraint saved_views_position unique (user_id, position);
