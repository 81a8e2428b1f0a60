-- A sign-up asks to belong somewhere: to what is there, or to something new that an administrator names.
alter table public.signup_requests add constraint signup_requests_belong
  check (num_nonnulls(school_id, facility_id, place_name) > 0 and (place_name is null or role in ('school_admin', 'facility_admin')));
