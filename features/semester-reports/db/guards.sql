-- What PostgreSQL refuses for semester reports, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- Each party changes only its own texts, when it is its turn; PostgreSQL sets dates; a published report never changes, except that it is
-- read or superseded. An instructor's comment goes when another one is named, so that it is never under another name.
create or replace trigger guard before update on public.semester_reports for each row
  when (old.status <> new.status and app.role() is not null) execute function app.guard_step('school', 'proctor=instructor', 'student');
create or replace trigger guard_turn before update on public.semester_reports for each row
  when (old.status = new.status and app.role() in ('proctor', 'student') or app.role() <> 'proctor'
    and new.proctor_comment is distinct from case when new.proctor_id is not distinct from old.proctor_id then old.proctor_comment end) execute function app.refuse_row('semester_report.not_now', 'PW409', 'status', 'to=status');
create or replace trigger guard_words before update on public.semester_reports for each row when (app.role() = 'proctor')
  execute function app.refuse_other_columns('semester_report.fixed', 'status', 'proctor_comment', 'strengths', 'goals_next', 'decision');
create or replace trigger guard_words_of_school before update on public.semester_reports for each row
  when (app.role() not in ('proctor', 'student') and old.published_at is null) execute function app.refuse_other_columns('semester_report.fixed', 'status', 'content',
    'generated_at', 'proctor_id', 'proctor_comment', 'strengths', 'goals_next', 'decision', 'school_comment', 'withheld_reason', 'pdf_file_id');
create or replace trigger guard_words_of_student before update on public.semester_reports for each row when (app.role() = 'student')
  execute function app.refuse_other_columns('semester_report.fixed', 'status', 'student_comment');
create or replace trigger guard_words_published before update on public.semester_reports for each row
  when (app.role() <> 'student' and old.published_at is not null) execute function app.refuse_other_columns('semester_report.fixed', 'status');
create or replace trigger note_status before update on public.semester_reports for each row
  when (app.role() is not null) execute function app.note_status('published_at', 'acknowledged_at');
drop function if exists app.guard_semester_report();
