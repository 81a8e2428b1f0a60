-- The decisions on cohorts are TypeScript; what is left in SQL is in features/cohorts/db.
drop function if exists app.lock_cohort(uuid, integer), app.refuse_read_only_cohort(public.cohorts), app.check_cohort_fields(uuid, jsonb),
  app.create_cohort(uuid, uuid, jsonb), app.update_cohort(uuid, integer, jsonb), app.set_cohort_status(uuid, integer, text),
  app.archive_cohort(uuid, integer), app.restore_cohort(uuid, integer), app.set_cohort_advisors(uuid, integer, uuid[]),
  app.judge_cohort_change(uuid, uuid, date, jsonb), app.check_cohort_change(uuid, uuid, date, integer),
  app.plan_cohort_change(uuid, uuid, date, jsonb), app.end_open_memberships(uuid, uuid[], date, text, uuid),
  app.notify_cohort_students(uuid[], uuid, date, text), app.change_cohort_memberships(uuid, uuid, uuid, date, jsonb, text, text),
  app.undo_cohort_change(uuid), app.cohort_open_items(uuid), app.graduate_cohorts(uuid, jsonb, date, text);
