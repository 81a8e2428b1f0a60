-- Which seats of some students are posted is read from the index of their lines, all at once.
drop index public.hours_entries_student;
create index hours_entries_student on public.hours_entries (student_id, school_id) include (semester_id, specialty, course_code, kind, minutes, date, assignment_id);
