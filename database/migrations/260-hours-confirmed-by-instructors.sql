-- Reported hours name the instructor who was there, who says whether they were as reported; the school decides (decision 168).
alter table public.hours_requests
  add column instructor_id uuid check (instructor_id <> student_id),
  add column confirmation text check (confirmation in ('confirmed', 'not_confirmed')),
  add column confirmation_note text check (length(btrim(confirmation_note)) between 3 and 1000),
  add column confirmed_at timestamptz,
  add foreign key (instructor_id, school_id) references public.school_members (user_id, school_id),
  add check ((confirmation is null) = (confirmed_at is null)),
  add check (confirmation is null or instructor_id is not null),
  add check (confirmation <> 'not_confirmed' or confirmation_note is not null);
create index hours_requests_instructor on public.hours_requests (instructor_id, school_id);

-- Nothing sends words anymore: notifications have codes.
drop function if exists app.notify(uuid, text, text, text, text, text);
