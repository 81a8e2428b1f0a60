-- Work that runs after the answer, as the person who asked. PostgreSQL creates a session for each job when it is requested, a copy of the
-- caller's; whatever ends that person's sessions, or changes their rights, ends it too, and the job with it.

-- The job of the current session, or null: only that session records the progress and the outcomes of its rows. Reason: policies and
-- triggers of jobs need it.
create or replace function app.job_id() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.job_id from app.session() s
$$;
grant execute on function app.job_id() to app_rw, app_worker;

-- The person who asks is read from the session, never from the row; a job starts no other job (policies.sql).
alter table public.jobs alter column asked_by set default app.uid();

drop function if exists app.open_job(uuid), app.fail_job(uuid, text, text);

-- The worker reads the session of a waiting job, as long as it lives (policies.sql).
drop function if exists app.job_session(uuid), app.close_job_session(uuid);
