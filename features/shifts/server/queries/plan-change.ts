import type { ShiftPlan } from '../../rules.ts'

/** The fields of a plan that affect the limits on its seats. */
const limiting = [
  'date',
  'start_time',
  'end_time',
  'starts_at',
  'ends_at',
  'time_zone',
  'facility_id',
  'experience_type',
  'specialty',
  'semester_id',
  'cohort_ids',
  'proctor_id',
  'more_proctor_ids',
  'preceptor_id',
  'more_preceptor_ids',
] as const satisfies readonly (keyof ShiftPlan)[]
export type PlanChange = Partial<Pick<ShiftPlan, (typeof limiting)[number]>>

/** The fields of this plan that affect its limits. */
export const planChange = (plan: ShiftPlan): PlanChange =>
  Object.fromEntries(limiting.map((field) => [field, plan[field]]))
