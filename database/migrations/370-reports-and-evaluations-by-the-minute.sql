-- What the worker goes through some of every minute (platform/server/walk.ts): submitted reports with an instructor and without, shifts that
-- have ended.
create index if not exists shift_reports_to_accept on public.shift_reports (submitted_at, id) where status = 'submitted' and proctor_id is not null;
create index if not exists shift_reports_without_instructor on public.shift_reports (submitted_at, id) where status = 'submitted' and proctor_id is null;
create index if not exists shifts_completed on public.shifts (ends_at, id) where status = 'completed';
