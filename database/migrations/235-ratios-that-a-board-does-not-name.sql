-- Not every board names a number of students per instructor or per preceptor: none is null, and no guess.
alter table public.regulatory_profiles alter column max_students_per_instructor drop not null,
  alter column max_students_per_preceptor drop not null;
