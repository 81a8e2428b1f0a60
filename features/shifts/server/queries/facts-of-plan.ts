import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftFields } from '../../contract.ts'
import { instructorsOf, preceptorsOf, type Term } from '../../rules.ts'

/** The unit of a plan: its names, kind and status, and its time zone. */
export type FacilityOfPlan = {
  unit_name: string | null
  unit_kind: string | null
  unit_status: string | null
  site_name: string | null
  time_zone: string
}

/** The location of a plan; without a unit, the school's campus. */
export async function facilityOfPlan(
  tx: Tx,
  schoolId: string,
  unitId: string | null,
): Promise<FacilityOfPlan> {
  if (unitId === null) {
    const { time_zone } = await tx
      .selectFrom('schools')
      .select('time_zone')
      .where('id', '=', schoolId)
      .executeTakeFirstOrThrow()
    return { unit_name: null, unit_kind: null, unit_status: null, site_name: null, time_zone }
  }
  const unit = await tx
    .selectFrom('facilities as unit')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .select([
      'unit.name as unit_name',
      'unit.kind as unit_kind',
      'unit.status as unit_status',
      'unit.time_zone',
      'site.name as site_name',
    ])
    .where('unit.id', '=', unitId)
    .executeTakeFirst()
  // An unknown id is refused because it is not a unit.
  return unit ?? { unit_name: '', unit_kind: null, unit_status: null, site_name: null, time_zone: 'UTC' }
}

/** The facts about the school that planBlocker needs: the semester, and whether cohorts, instructors and preceptors are valid. */
export async function factsOfPlan(
  tx: Tx,
  shift: { id: string; school_id: string },
  plan: ShiftFields,
  changed: Partial<ShiftFields>,
): Promise<{ term: Term | null; hasForeignCohort: boolean; proctorIsActive: boolean; isPreceptor: boolean }> {
  const instructors = changed.proctor_id || changed.more_proctor_ids?.length ? instructorsOf(plan) : []
  const preceptors = changed.preceptor_id || changed.more_preceptor_ids?.length ? preceptorsOf(plan) : []
  const { rows } = await sql<{
    term: Term | null
    proctor_is_active: boolean
    is_preceptor: boolean | null
    has_foreign_cohort: boolean
  }>`select coalesce((select jsonb_build_object('name', t.name, 'start_date', t.start_date, 'end_date', t.end_date, 'archived_at', t.archived_at)
        from public.semesters t where t.id = ${plan.semester_id}::uuid and t.school_id = ${shift.school_id}::uuid),
        (select f.term from public.shifts x where x.id = ${shift.id}::uuid and x.semester_id = ${plan.semester_id}::uuid)) as term, f.is_preceptor,
      not exists (select from unnest(${instructors}::uuid[]) p (id) where not exists (select from public.users u
        where u.id = p.id and u.linked_school_id = ${shift.school_id}::uuid and u.role = 'proctor' and u.status = 'active')) as proctor_is_active,
      exists (select from unnest(${changed.cohort_ids ?? []}::uuid[]) c (id)
        where not exists (select from public.cohorts x where x.id = c.id and x.school_id = ${shift.school_id}::uuid)) as has_foreign_cohort
    from app.facts_of_plan(${shift.id}::uuid, ${preceptors}::uuid[]) f`.execute(tx)
  const facts = rows[0]!
  // Only changed people are checked; others stay until someone changes them.
  return {
    term: facts.term,
    hasForeignCohort: facts.has_foreign_cohort,
    proctorIsActive: facts.proctor_is_active,
    isPreceptor: facts.is_preceptor !== false,
  }
}
