-- One guard of a status names all parties (app.guard_step); those of single parties go.
drop trigger if exists guard_step_of_instructor on public.attendance_records;
drop trigger if exists guard_step_of_school on public.attendance_records;
drop trigger if exists guard_step_of_student on public.attendance_records;
drop trigger if exists guard_step_of_system on public.attendance_records;
drop trigger if exists guard_of_school on public.shift_reports;
drop trigger if exists guard_of_system on public.shift_reports;
drop trigger if exists guard_school on public.semester_reports;
drop trigger if exists guard_student on public.semester_reports;
drop trigger if exists check_step_of_system on public.wishlist_campaigns;
drop trigger if exists check_step_of_system on public.wishlist_runs;
drop trigger if exists guard_of_platform on public.open_slots;
drop trigger if exists guard_of_school on public.open_slots;
drop trigger if exists guard_of_system on public.open_slots;
