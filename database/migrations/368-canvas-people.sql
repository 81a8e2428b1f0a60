-- Students as a Canvas has them, and who they are at the school. No reading removes one, and none changes anything at the school.
create table public.canvas_people (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null,
  school_id uuid not null,
  canvas_id text not null check (length(canvas_id) between 1 and 60),
  name text not null check (length(name) between 1 and 300),
  sis_id text check (length(sis_id) between 1 and 300),
  login_id text check (length(login_id) between 1 and 300),
  email text check (length(email) between 1 and 300),
  -- Sections of Canvas that the person was last seen in, and the cohort that those are, where it is one.
  section_ids text[] not null default '{}',
  cohort_id uuid,
  status text not null check (status in ('new', 'conflict', 'invited', 'matched', 'missing', 'kept', 'left', 'set_aside')),
  -- Why no one can be matched without a person who looks at it, and who it could be.
  problem text check (length(problem) <= 60),
  candidates uuid[] not null default '{}',
  student_id uuid,
  matched_by text check (matched_by in ('sis', 'email', 'hand')),
  first_seen_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  constraint canvas_people_canvas_id unique (connection_id, canvas_id),
  foreign key (connection_id, school_id) references public.canvas_connections (id, school_id),
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check (status <> 'matched' or student_id is not null),
  check ((student_id is null) = (matched_by is null)),
  check ((status = 'conflict') = (problem is not null))
);
create index canvas_people_connection on public.canvas_people (connection_id, school_id, status);
create index canvas_people_cohort on public.canvas_people (cohort_id, school_id) where cohort_id is not null;
create index canvas_people_student on public.canvas_people (student_id, school_id) where student_id is not null;
create unique index canvas_people_one on public.canvas_people (connection_id, student_id) where student_id is not null;
select app.protect('public.canvas_people');
create trigger touch before update on public.canvas_people for each row execute function app.touch();
-- What people decide; what a reading finds is in its run.
create trigger audit after update on public.canvas_people for each row
  when (old.status <> new.status or old.student_id is distinct from new.student_id) execute function app.audit_row();
