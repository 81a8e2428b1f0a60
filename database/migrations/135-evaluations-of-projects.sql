-- The preceptor of a capstone project evaluates its student, also one who has no account: then nobody signed in is the evaluator, and the
-- name is kept as it was agreed.
alter table public.evaluations add column preceptor_id uuid references public.preceptors (id);
alter table public.evaluations add column preceptor_name text check (length(preceptor_name) <= 120);
alter table public.evaluations alter column evaluator_id drop not null;
alter table public.evaluations add check (evaluator_id is not null or preceptor_id is not null);
alter table public.evaluations add check ((subject = 'project') = (preceptor_id is not null));
alter table public.evaluations add foreign key (project_id, school_id) references public.capstone_projects (id, school_id);
drop index public.evaluations_project;
create index evaluations_project on public.evaluations (project_id, school_id) where project_id is not null;
create index evaluations_preceptor on public.evaluations (preceptor_id) where preceptor_id is not null;
drop index public.evaluations_once;
create unique index evaluations_once on public.evaluations
  (student_id, coalesce(preceptor_id, evaluator_id), kind, (case subject when 'shift' then shift_id when 'semester' then semester_id else project_id end))
  where amendment_of is null and status <> 'voided';

-- A plan after the evaluation of a preceptor is led by the faculty member of the project.
alter table public.remediation_plans drop constraint remediation_plans_id_school_id_student_id_faculty_id_fkey;
alter table public.evaluations drop constraint evaluations_id_school_id_student_id_evaluator_id_key;
alter table public.remediation_plans add foreign key (id, school_id) references public.evaluations (id, school_id);
alter table public.remediation_plans add foreign key (faculty_id, school_id) references public.school_members (user_id, school_id);

-- Nobody signed in is no student; the policies that read this column are applied again at each start.
alter table public.evaluations drop column is_self cascade;
alter table public.evaluations add column is_self boolean not null generated always as (coalesce(evaluator_id = student_id, false)) stored;

-- When a preceptor was asked for each evaluation, and which one a link is for.
alter table public.capstone_nominations add column midterm_asked_at timestamptz;
alter table public.capstone_nominations add column final_asked_at timestamptz;
alter table priv.preceptor_links add column kind text check (kind in ('midterm', 'final'));
alter table priv.preceptor_links add check (task <> 'evaluate' or kind is not null);
drop function if exists app.make_preceptor_link(uuid, text, uuid, uuid, uuid, text, text, text, text);
drop function if exists app.send_capstone_link(uuid, text, uuid, uuid, uuid, text, text, text, text);
drop function if exists app.due_capstone_work();
drop function if exists app.open_preceptor_link(text, boolean);
