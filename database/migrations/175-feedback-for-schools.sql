-- A school reads the feedback of its students as one of its reports; the groups say whom they are about.
drop function if exists app.feedback_in_groups(text, uuid, uuid);
alter table public.saved_reports drop constraint saved_reports_kind_check,
  add constraint saved_reports_kind_check check (kind in ('hours_by_area', 'simulation_share', 'ratio_evidence', 'attendance', 'outcomes', 'feedback'));
