-- What a school chose for the columns of its files of students, by heading (lower case, letters and digits only), so that
-- the next file of the same kind is read without a question. A column that it does not use has no field.
create table public.import_columns (
  school_id uuid not null references public.schools (id),
  heading text not null check (length(heading) between 1 and 120 and heading = lower(heading)),
  field text check (field in ('email', 'full_name', 'first_name', 'last_name', 'student_id', 'cohort', 'program', 'phone')),
  chosen_by uuid references public.users (id),
  chosen_at timestamptz not null default now(),
  primary key (school_id, heading)
);
create index import_columns_chosen_by on public.import_columns (chosen_by);
select app.protect('public.import_columns');
