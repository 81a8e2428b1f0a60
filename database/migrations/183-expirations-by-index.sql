-- What expires at a school is read in the order of its days, from the index alone: also of 30,000 students.
create index credentials_expirations on public.credentials (school_id, expires_on) include (id, person_id, type_id) where status = 'approved';
