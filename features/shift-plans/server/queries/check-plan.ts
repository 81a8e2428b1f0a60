import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { MAX_PLANNED } from '#core/shift-plan-limits.ts'
import { editableStates, liveStates } from '#core/shift-statuses.ts'
import { loadActiveMappings } from '#features/mappings/server/public.ts'
import { asInstructors, asPreceptors } from '#features/shifts/rules.ts'
import { askedOfPlans } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PlanCounts, PlanItem, ShiftPlanStatus } from '../../contract.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { statusOf } from '../../rules.ts'
import { checkItems, countsOf, type Existing, spanOf } from '../../rules/check-items.ts'
import { type Edits, type Item, itemsOf } from '../../rules/items.ts'
import { readPlan } from '../../rules/read-plan.ts'
import { textsOf } from '../../rules/sentences.ts'
import type { Answers, Reading } from '../../rules/types.ts'
import { loadRequired } from './load-required.ts'
import { loadVocabulary, type School } from './load-vocabulary.ts'

export type PlanInput = {
  school_id: string
  semester_id: string
  prompt: string
  answers: Answers
  edits: Edits
}
export type CheckedPlan = {
  school: School
  reading: Reading
  items: PlanItem[]
  counts: PlanCounts
  status: ShiftPlanStatus
}

/** Reads the text of a plan and checks each of its shifts against current data. */
export async function checkPlan(tx: Tx, plan: PlanInput): Promise<CheckedPlan> {
  const school = await loadVocabulary(tx, plan.school_id, plan.semester_id)
  const { length: count } = textsOf(plan.prompt, school.vocabulary)
  if (count > MAX_PLANNED)
    refuse(shiftPlanRefusals, refusal('shift_plan.too_many_series', { count, most: MAX_PLANNED }))
  const reading = readPlan(plan.prompt, school.vocabulary, plan.answers)
  const items = itemsOf(reading.series, plan.edits, school.vocabulary)
  if (items.length > MAX_PLANNED)
    refuse(
      shiftPlanRefusals,
      refusal('shift_plan.too_many_shifts', { count: items.length, most: MAX_PLANNED }),
    )
  const facts = { ...school, semesterId: plan.semester_id, now: new Date().toISOString() }
  const asked = await askedOfPlans(
    tx,
    items.filter(({ is_left_out: isOut }) => !isOut).map((item) => asPlan(item, plan, facts)),
  )
  const checked = checkItems(items, {
    ...facts,
    asked,
    existing: await shiftsAround(tx, plan.school_id, items),
    required: await loadRequired(tx, plan.school_id),
    mappings: await loadActiveMappings(tx, plan.school_id),
  })
  const counts = countsOf(checked)
  return { school, reading, items: checked, counts, status: statusOf(reading, counts) }
}

const asPlan = (item: Item, { school_id, semester_id }: PlanInput, facts: School) => {
  const { startsAt, endsAt } = spanOf(item, facts)
  const {
    temp_id: key,
    date,
    start_time,
    end_time,
    facility_id,
    specialty,
    experience_type,
    capacity,
    cohort_ids,
  } = item
  return {
    key,
    school_id,
    semester_id,
    date,
    start_time,
    end_time,
    starts_at: startsAt,
    ends_at: endsAt,
    facility_id,
    specialty,
    experience_type,
    capacity,
    cohort_ids,
    ...asInstructors(item.proctor_ids),
    ...asPreceptors(item.preceptor_ids),
  }
}

/** The school's shifts on the days of a plan that still count: possible duplicates, and shifts of the same instructors. */
async function shiftsAround(tx: Tx, schoolId: string, items: readonly Item[]): Promise<Existing[]> {
  if (items.length === 0) return []
  const days = [...new Set(items.map(({ date }) => date))]
  const leaders = [
    ...new Set(items.flatMap(({ proctor_ids: ids, preceptor_ids: others }) => [...ids, ...others])),
  ]
  const { rows } = await sql<Existing>`
    select x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time, x.starts_at, x.ends_at, x.facility_id, f.name as unit_name,
      x.proctor_id, x.more_proctor_ids, x.preceptor_id, x.more_preceptor_ids
    from public.shifts x left join public.facilities f on f.id = x.facility_id
    where x.school_id = ${schoolId}::uuid and x.status = any (${[...new Set([...liveStates, ...editableStates])]}::text[])
      and exists (select from unnest(${days}::date[]) d (day) where x.date between d.day - 1 and d.day + 1)
      and (x.facility_id = any (${items.flatMap(({ facility_id: id }) => id ?? [])}::uuid[])
        or array[x.proctor_id, x.preceptor_id] || x.more_proctor_ids || x.more_preceptor_ids && ${leaders}::uuid[])`.execute(
    tx,
  )
  return rows.map((row) => ({
    ...row,
    starts_at: new Date(row.starts_at).toISOString(),
    ends_at: new Date(row.ends_at).toISOString(),
  }))
}
