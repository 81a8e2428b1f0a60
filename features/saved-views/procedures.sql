-- Nobody keeps more than 50, however many are saved at once; a page opens with one of them, the last that was chosen.
create or replace function app.saved_view_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('saved views'), hashtext(new.user_id::text));
  if tg_op = 'INSERT' and (select count(*) from public.saved_views v where v.user_id = new.user_id and v.id <> new.id) >= 50 then
    perform app.refuse('You have 50 saved views. Remove one that you no longer need.', 'PW409');
  end if;
  if new.is_default then
    update public.saved_views v set is_default = false
      where v.user_id = new.user_id and v.page = new.page and v.is_default and v.id <> new.id;
  end if;
  return new;
end $$;
create or replace trigger rules before insert or update on public.saved_views for each row execute function app.saved_view_rules();
