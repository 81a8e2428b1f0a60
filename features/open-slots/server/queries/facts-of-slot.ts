import { type RawBuilder, sql } from 'kysely'

/** A school's semester on the day of a slot: active ones first, then the one that starts later. */
const semester = (
  slot: RawBuilder<unknown>,
  school: RawBuilder<unknown>,
) => sql`(select m.id from public.semesters m
  where m.school_id = ${school} and m.archived_at is null and ${slot}.date between m.start_date and m.end_date
  order by m.is_active desc, m.start_date desc, m.id limit 1)`

/** What a school's agreement says against a slot, for the school's administrators. */
const uncovered = (
  slot: RawBuilder<unknown>,
  school: RawBuilder<unknown>,
) => sql`(select c.facts || jsonb_build_object('reason', c.reason)
  from app.partnership_covers(jsonb_build_object('school_id', ${school}, 'facility_id', ${slot}.facility_id, 'date', ${slot}.date,
    'experience_type', ${slot}.experience_type, 'semester_id', t.id), 1) c where not c.covers)`

/** The facts for the seat limits of a slot, for the school's administrators. */
const limits = (slot: RawBuilder<unknown>, school: RawBuilder<unknown>) =>
  sql`app.limits_of_plan(null, to_jsonb(${slot}) || jsonb_build_object('id', null, 'school_id', ${school}, 'semester_id', t.id, 'capacity', ${slot}.seats))`

/**
 * The facts about an open slot, as k, for the administrators of a school that may take it; null without a school. The limits include the
 * agreement, so a list selects only those.
 */
export function factsOfSlot(
  slot: RawBuilder<unknown>,
  schoolId: string | null,
  facts: 'uncovered' | 'limits',
) {
  const school = sql`${schoolId}::uuid`
  const asked =
    facts === 'limits' ? sql`${limits(slot, school)} as limits` : sql`${uncovered(slot, school)} as uncovered`
  return sql`left join lateral (select t.id as semester_id, ${asked}
    from (select ${semester(slot, school)} as id) t where ${slot}.status = 'open' and ${school} is not null) k on true`
}
