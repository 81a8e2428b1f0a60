import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { spanIn } from './in-sql.ts'
import type { SeatLimit } from '../../contract.ts'
import { type LimitFacts, limitsFrom, type ShiftPlan } from '../../rules.ts'

/** The limits of a shift that may not exist yet, for its planner or a manager of its unit. */
export async function limitsOfPlan(
  tx: Tx,
  shiftId: string | null,
  { capacity, semester_id: semesterId, ...fields }: PlanFields,
): Promise<SeatLimit[]> {
  const plan = JSON.stringify({ ...fields, ...(semesterId && { semester_id: semesterId }) })
  const { rows } = await sql<{ facts: LimitFacts }>`
    select app.limits_of_plan(${shiftId}::uuid, ${plan}::jsonb || jsonb_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at)) as facts
    from (select coalesce((select f.time_zone from public.facilities f where f.id = ${fields.facility_id}::uuid),
      (select c.time_zone from public.schools c where c.id = ${fields.school_id}::uuid)) as name) zone
    cross join lateral ${spanIn({ date: sql`${fields.date}::date`, start: sql`${fields.start_time}::time`, end: sql`${fields.end_time}::time`, zone: sql`zone.name` })} t`.execute(
    tx,
  )
  return limitsFrom(rows[0]!.facts, capacity)
}
type PlanFields = Partial<
  Pick<
    ShiftPlan,
    'specialty' | 'cohort_ids' | 'semester_id' | 'proctor_id' | 'more_proctor_ids' | 'more_preceptor_ids'
  >
> &
  Pick<ShiftPlan, 'date' | 'start_time' | 'end_time' | 'facility_id' | 'capacity'> & { school_id: string }
