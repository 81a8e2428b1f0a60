-- Plans of shifts that were read from words (decision 210): what was typed, what was chosen and changed of it, and the shifts that it would be.
-- Nothing of it is a shift until drafts are made of it.
create table public.shift_plans (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  semester_id uuid not null,
  prompt text not null check (length(btrim(prompt)) between 1 and 20000),
  -- Of a roster, which became the text.
  file_name text check (length(file_name) between 1 and 200),
  engine text not null default 'rules' check (engine = 'rules'),
  -- The question's key → the value that was chosen.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  -- What was changed by hand: the shift's key → fields.
  edits jsonb not null default '{}' check (jsonb_typeof(edits) = 'object'),
  -- How the text was read last: series, assumptions, questions.
  parsed jsonb not null default '{}' check (jsonb_typeof(parsed) = 'object'),
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  planned integer not null default 0 check (planned >= 0),
  blocked integer not null default 0 check (blocked >= 0),
  status text not null default 'drafting' check (status in ('drafting', 'needs_answers', 'ready', 'committed', 'discarded', 'failed')),
  committed_shift_ids uuid[] not null default '{}' check (cardinality(committed_shift_ids) <= 300),
  committed_at timestamptz,
  failure text check (length(failure) between 1 and 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id) on delete cascade,
  check ((status = 'committed') = (cardinality(committed_shift_ids) > 0)),
  check ((status = 'committed') = (committed_at is not null)),
  check ((status = 'failed') = (failure is not null))
);
create index shift_plans_school on public.shift_plans (school_id, created_at desc);
create index shift_plans_semester on public.shift_plans (semester_id, school_id);
select app.protect('public.shift_plans');
create trigger touch before update on public.shift_plans for each row execute function app.touch();
create trigger audit after insert or update or delete on public.shift_plans for each row execute function app.audit_row();
