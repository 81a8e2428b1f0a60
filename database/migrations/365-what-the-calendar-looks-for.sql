-- Every minute the calendar looks for requests and approved shifts that have begun, for approved shifts to publish, and for ended shifts of
-- semesters whose hours are locked; it read all shifts of the nation, or of each such semester, to find them.
create index shifts_undecided_by_start on public.shifts (starts_at) where status in ('pending_facility', 'needs_info', 'approved');
create index shifts_to_release on public.shifts (semester_id, school_id) where status = 'approved';
create index shifts_to_close on public.shifts (semester_id) where status = 'completed';
