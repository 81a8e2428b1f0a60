-- What a policy compares with who is asking is the first column of an index, and not of a part of the rows.
drop index if exists public.evaluations_preceptor;
create index evaluations_preceptor on public.evaluations (preceptor_id);
drop index if exists public.evaluations_project;
create index evaluations_project on public.evaluations (project_id, school_id);
create index rotations_creator on public.rotations (created_by);
