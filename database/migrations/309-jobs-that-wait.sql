-- Workers look for jobs that wait, among all there ever were (features/jobs/server/sql.ts).
create index jobs_queued on public.jobs (created_at) where status = 'queued';

-- With the trigger that noted openings itself, where it is still there: what is opened between 308 and the end of the start is noted once, by the worker.
drop function if exists app.file_opened() cascade;
