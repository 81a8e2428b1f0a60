-- Where a school's shifts are is read for every filter, of a thousand rows for thirty places: the index has it, no row is fetched.
drop index public.shifts_school_state;
create index shifts_school_state on public.shifts (school_id, status, date) include (facility_id);

-- Open shifts come in the order that their list has, and are not sorted again.
drop index public.shifts_open;
create index shifts_open on public.shifts (school_id, starts_at, id) where status = 'published';
