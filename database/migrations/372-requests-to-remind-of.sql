-- Every minute the worker goes through some of the requests that wait, to remind their facilities (platform/server/walk.ts).
create index shifts_requested on public.shifts (submitted_at, id) where status = 'pending_facility';
