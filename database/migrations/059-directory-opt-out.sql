-- A student who opted out of directory information (34 CFR 99.37) is named to no other student, also after they left the school.
alter table public.users add column directory_opt_out_at timestamptz;
