-- What the school answers a student whose disputed evaluation it verifies; the history keeps it.
alter table public.evaluations add column dispute_answer text check (length(dispute_answer) <= 1000);
