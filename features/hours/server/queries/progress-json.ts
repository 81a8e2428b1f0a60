import { type RawBuilder, sql } from 'kysely'

/**
 * A student's progress as the JSON their pages read (Spec §7: student progress): ledger and scheduled hours, in total and by specialty;
 * null if the caller has no access. Part of a larger statement, because a student's first page loads everything at once.
 */
export const progressJson = (student: RawBuilder<unknown>) => sql`(
  with facts as (select f.* from app.progress_facts(array[${student}]) f),
  hours as (select h ->> 'specialty' as specialty, sum((h ->> 'done')::float8) as done, sum((h ->> 'scheduled')::float8) as scheduled
    from facts, jsonb_array_elements(facts.hours) h group by 1),
  asked as (select r ->> 'specialty' as specialty, sum((r ->> 'min_hours')::float8) as hours from facts, jsonb_array_elements(facts.requirements) r group by 1)
  select jsonb_build_object('student_id', facts.student_id, 'cohort_id', facts.cohort_id, 'semester_id', null, 'hours_required', facts.required,
    'hours_done', coalesce((select sum(h.done) from hours h), 0), 'hours_scheduled', coalesce((select sum(h.scheduled) from hours h), 0),
    'hours_to_make_up', coalesce(facts.to_make_up, 0),
    'by_specialty', coalesce((select jsonb_agg(jsonb_build_object('specialty', coalesce(h.specialty, k.specialty), 'hours_done', coalesce(h.done, 0),
        'hours_scheduled', coalesce(h.scheduled, 0), 'hours_required', k.hours) order by coalesce(h.specialty, k.specialty))
      from hours h full join asked k on k.specialty = h.specialty), '[]'))
  from facts)`
