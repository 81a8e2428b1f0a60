-- One vocabulary: who acts is a party; where someone works is a facility or, with schools, a tenant; a wishlist's option has a location.
alter table public.partnerships rename column suspended_by_side to suspended_by_party;
alter table public.partnerships rename column proposal_side to proposal_party;
alter table public.partnerships rename column ending_side to ending_party;
alter table public.partnership_files rename column uploaded_side to uploaded_party;
alter table public.partnership_events rename column side to party;
alter table public.signup_requests rename column place_name to tenant_name;
alter table public.wishlist_options rename column place to location;

alter index if exists public.facilities_kind_place rename to facilities_kind_location;
alter index if exists public.shifts_waiting_at_place rename to shifts_waiting_at_facility;
alter index if exists public.shifts_changes_at_place rename to shifts_changes_at_facility;

-- Constraints without a name of their own are called after their columns.
do $$ declare c record; begin
  for c in select conrelid::regclass as of_table, conname as name, case
      when conname like '%place_name%' then replace(conname, 'place_name', 'tenant_name')
      when conname like '%_place_%' then replace(conname, '_place_', '_location_')
      else replace(conname, '_side_', '_party_') end as new_name
    from pg_constraint where conrelid in ('public.partnerships'::regclass, 'public.partnership_files'::regclass, 'public.partnership_events'::regclass,
      'public.signup_requests'::regclass, 'public.wishlist_options'::regclass) and conname ~ '(_side_|place)' loop
    execute format('alter table %s rename constraint %I to %I', c.of_table, c.name, c.new_name);
  end loop;
  -- Triggers that the files of the features define under their new names.
  for c in select tgrelid::regclass as of_table, tgname as name, case tgname when 'guard_place' then 'guard_parent' else 'free_seats_withdrawn_with_unit' end as new_name
    from pg_trigger where tgname in ('guard_place', 'free_seats_withdrawn_with_place') loop
    execute format('alter trigger %I on %s rename to %I', c.name, c.of_table, c.new_name);
  end loop;
end $$;

-- The change that one party asks the other for names that party.
alter table public.shifts disable trigger user;
update public.shifts set change = change - 'side' || jsonb_build_object('party', change -> 'side') where change ? 'side';
alter table public.shifts enable trigger user;

-- What notifications are worded with, also in the lines of a list.
create function pg_temp.renamed(code text, known jsonb) returns jsonb language sql as $$
  select case when not known ? 'place' then known
    when code in ('signup.approved', 'signup.declined', 'signup.returned', 'account.changed') then known - 'place' || jsonb_build_object('tenant', known -> 'place')
    when code like 'permission%' then known - 'place' || jsonb_build_object('facility', known -> 'place')
    when code like 'seat.%' then known - 'place' || jsonb_build_object('position', known -> 'place')
    else known end
$$;
alter table public.notifications disable trigger user;
update public.notifications n set values = pg_temp.renamed(n.code, n.values) where n.values ? 'place';
update public.notifications n set values = jsonb_set(n.values, '{lines}', (
    select jsonb_agg(jsonb_set(l.line, '{values}', pg_temp.renamed(l.line ->> 'code', l.line -> 'values')) order by l.at)
    from jsonb_array_elements(n.values -> 'lines') with ordinality l (line, at)))
  where n.code = 'notification.group' and n.values @? '$.lines[*].values.place';
update public.notifications set type = 'slot_offered' where type = 'place_offered';
alter table public.notifications enable trigger user;
alter table public.notification_preferences disable trigger user;
update public.notification_preferences set type = 'slot_offered' where type = 'place_offered';
alter table public.notification_preferences enable trigger user;

-- Views that people saved, in the words that addresses have now (platform/server/earlier-addresses.ts does the same for bookmarks).
alter table public.saved_views disable trigger user;
update public.saved_views set search = regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(search,
    '(^|&)place=', '\1facility=', 'g'), '(^|&)place_id=', '\1facility_id=', 'g'), '(^|&)side=', '\1party=', 'g'),
    '(^|&)sort=place_name(?=&|$)', '\1sort=facility_name'), '(^|&)sort=places(?=&|$)', '\1sort=seats')
  where search ~ '(^|&)((place|place_id|side)=|sort=place)';
alter table public.saved_views enable trigger user;

-- Functions whose parameters or columns have other names; the files of the features define them again.
drop function if exists
  public.custom_auth_create_user(text, text, text, text, text, text, text, text, text, uuid),
  app.send_signup_again(integer, text, text, text, text, text, text, text), app.signup_places(text, text, text), app.my_shifts(uuid);
-- What earlier versions had under such names.
drop function if exists app.signup_place(text, text, text, text, text), app.place_in_line(uuid), app.partnership_side(public.partnerships),
  app.partnership_side_of(uuid), app.notify_partnership_side(uuid, text, text, text, jsonb, text), app.shift_side(public.shifts),
  app.take_place_away(public.shifts, text, text), app.partner_places(uuid), app.place_applicant(uuid, uuid, uuid), app.find_places(text),
  app.release_places(uuid) cascade;
drop trigger if exists free_seats_without_place on public.shifts;
drop trigger if exists move_seats_with_place on public.shifts;
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.swap_options(uuid)') and 'place' = any (p.proargnames)) then
    drop function app.swap_options(uuid);
  end if;
end $$;
