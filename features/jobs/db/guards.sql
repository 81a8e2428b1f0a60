drop trigger if exists sign_job on public.jobs;
drop trigger if exists sign_job_as on public.jobs;

-- A person may request to cancel and to resume; everything else is written by the job's own session. A job's end is final, except for
-- resuming.
create or replace trigger guard_job before update of status, cancel_requested, done, refused, total, result on public.jobs for each row
  when ((app.uid() is null or app.job_id() = new.id) and old.status in ('done', 'failed', 'canceled')) execute function app.refuse_row('job.ended', 'PW409');
create or replace trigger guard_job_of_person before update of status, cancel_requested, done, refused, total, result on public.jobs for each row
  when (app.uid() is not null and app.job_id() is distinct from new.id
    and not (new.status = 'queued' and old.status in ('failed', 'canceled') and old.asked_by = app.uid())
    and not (new.status = old.status and new.cancel_requested and old.status in ('queued', 'running')))
  execute function app.refuse_row('job.not_now', 'PW409');
create or replace trigger guard_job_resumed before update of status on public.jobs for each row
  when (app.uid() is not null and app.job_id() is distinct from new.id and new.status = 'queued' and old.status in ('failed', 'canceled'))
  execute function app.note_facts('finished_at', '', 'error_code', '', 'error_message', '', 'cancel_requested', 'false', 'attempts', '0');

-- A job gets its session with the row, and a new one when it is resumed. Workers are notified when the transaction commits, and queue it
-- (platform/server/job-queue.ts).
create or replace function app.queue_job() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from priv.sessions where job_id = new.id;
  insert into priv.sessions select c.* from app.session() s, jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'job_id', new.id,
    'token_hash', encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 'signed_in_at', now(), 'last_seen_at', now(),
    'expires_at', now() + interval '24 hours')) c;
  perform pg_notify('job_queued', '');
  return null;
end $$;
create or replace trigger queue_job after insert on public.jobs for each row execute function app.queue_job();
create or replace trigger queue_job_again after update of status on public.jobs for each row
  when (new.status = 'queued' and old.status in ('failed', 'canceled')) execute function app.queue_job();

-- The page of the person who asked reads it again.
create or replace trigger job_changed after insert or update on public.jobs for each row execute function app.tell('job_changed', 'asked_by');

-- No job continues with rights that its person no longer has: the sessions of a person's jobs end when their rights change.
create or replace function app.end_jobs_of_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from priv.sessions where job_id is not null and (user_id = new.id or impersonated_user_id = new.id);
  return null;
end $$;
create or replace trigger end_jobs_of_person after update of role, status, linked_school_id, linked_facility_id on public.users
  for each row when ((old.role, old.status, old.linked_school_id, old.linked_facility_id)
    is distinct from (new.role, new.status, new.linked_school_id, new.linked_facility_id))
  execute function app.end_jobs_of_person();
drop function if exists app.sign_job();
drop function if exists app.guard_job();
drop function if exists app.job_changed();
