-- A superadmin's newest jobs, without reading those of all schools.
create index jobs_newest on public.jobs (created_at desc, id);
