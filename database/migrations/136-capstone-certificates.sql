-- What a preceptor gets when a project is complete: the hours they confirmed, as they were then. It names no student.
create table public.capstone_certificates (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  project_id uuid not null,
  preceptor_id uuid not null references public.preceptors (id),
  preceptor_name text not null check (length(preceptor_name) between 1 and 120),
  school_name text not null,
  facility_name text not null,
  faculty_name text,
  course_code text not null,
  minutes integer not null check (minutes > 0),
  days integer not null check (days > 0),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  issued_on date not null,
  created_at timestamptz not null default now(),
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id),
  constraint capstone_certificates_once unique (project_id, preceptor_id)
);
create index capstone_certificates_project on public.capstone_certificates (project_id, school_id);
create index capstone_certificates_preceptor on public.capstone_certificates (preceptor_id);
create trigger append_only before update or delete on public.capstone_certificates for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.capstone_certificates for each statement execute function app.refuse_change();
select app.protect('public.capstone_certificates');

-- Made again with the concern that each line is about.
drop function if exists app.due_capstone_work();
