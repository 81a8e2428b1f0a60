-- Every minute the worker looks for overdue evaluations and for those under verification; neither had an index.
drop index if exists public.evaluations_due;
create index evaluations_due on public.evaluations (due_at) where status in ('assigned', 'overdue', 'draft', 'returned');
create index evaluations_under_verification on public.evaluations (school_id) where status = 'under_verification';
