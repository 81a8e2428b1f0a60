-- Why the faculty member signed although the student was not cleared for the facility.
alter table public.capstone_nominations add column override_reason text check (length(override_reason) <= 1000);
alter table public.capstone_nominations add check (override_reason is null or faculty_signed_at is not null);

-- One function says what a link is for, and what is due is returned as it is.
drop function if exists app.due_capstone_work();
drop function if exists app.linked_kind() cascade;
drop function if exists app.linked_project() cascade;
drop function if exists app.linked_day() cascade;
drop function if exists app.issue_capstone_certificates(uuid);
