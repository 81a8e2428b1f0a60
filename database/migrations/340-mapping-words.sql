-- Words that name a specialty besides the usual ones: everywhere, or at one facility and below it.
create table public.mapping_words (
  id uuid primary key,
  facility_id uuid references public.facilities (id),
  term text not null check (term ~ '^[a-z0-9]+( [a-z0-9]+)*$' and length(term) <= 60),
  specialty text not null check (length(specialty) between 1 and 60),
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint mapping_words_one unique nulls not distinct (facility_id, term)
);
select app.protect('public.mapping_words');
create trigger audit after insert or update or delete on public.mapping_words for each row execute function app.audit_row();
