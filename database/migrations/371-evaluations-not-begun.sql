-- Every minute the worker looks for instructors who left evaluations that they had not begun; the index alone answers.
create index if not exists evaluations_not_begun on public.evaluations (evaluator_id, school_id) where status in ('assigned', 'overdue') and project_id is null;
