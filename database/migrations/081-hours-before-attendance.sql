-- What counted as done before attendance was recorded stays done: each finished seat becomes one line of the ledger.
insert into public.hours_entries (school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, course_code, source,
  source_key, posted_at)
select a.school_id, a.student_id, x.semester_id, a.id, x.id, x.date, round(x.credited_hours * 60),
  case when x.experience_type in ('simulation', 'skills_lab', 'observation', 'orientation') then x.experience_type else 'direct_care' end,
  x.specialty, nullif(x.course_code, ''), 'before_attendance', 'seat ' || a.id, x.ends_at
from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
where a.status in ('assigned', 'checked_in', 'completed') and x.status in ('published', 'full', 'in_progress', 'completed', 'closed')
  and (a.status = 'completed' or x.status in ('completed', 'closed')) and round(x.credited_hours * 60) > 0;
