-- Work that runs after the answer, as the person who asked. PostgreSQL opens a session for each job when it is asked for, a
-- copy of the asker's; whatever ends that person's sessions, or changes what they may do, ends it too, and the job with it.

-- The job whose session asks, or null: only it records the progress and the outcomes of its rows.
-- Reason: policies and triggers of jobs need it.
create or replace function app.job_id() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.job_id from app.session() s
$$;
grant execute on function app.job_id() to app_rw, app_worker;

-- Who asks is read from the session, never from the row; a job starts no other job (policies.sql).
alter table public.jobs alter column asked_by set default app.uid();

drop function if exists app.open_job(uuid), app.fail_job(uuid, text, text);

-- The worker reads the session of a job that is to be done, as long as it lives (policies.sql).
drop function if exists app.job_session(uuid), app.close_job_session(uuid);
