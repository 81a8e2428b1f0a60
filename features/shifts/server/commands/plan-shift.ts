import { shiftInstants } from '#core/clock-time.ts'
import { refuseIf } from '#core/refusal.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { shiftTextNames } from '#core/shift-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftFields } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import {
  asInstructors,
  asPreceptors,
  instructorsOf,
  planFields,
  planBlocker,
  preceptorsOf,
  type ShiftPlan,
} from '../../rules.ts'
import { factsOfPlan, type FacilityOfPlan, facilityOfPlan } from '../queries/facts-of-plan.ts'

/** A plan whose unit, people and semester were looked up, with the resulting instants. */
export type PlannedShift = ShiftPlan & FacilityOfPlan

type OfSchool = { id: string; school_id: string } & ShiftFields

/** The shift as it would be with these fields. Throws if they don't fit together. */
export async function planShift(
  tx: Tx,
  shift: OfSchool,
  changed: Partial<ShiftFields>,
): Promise<PlannedShift> {
  const { date = shift.date, semester_id: semester = shift.semester_id } = changed
  const keepsDay = date === shift.date && semester === shift.semester_id
  const [planned] = await planDates(tx, shift, changed, [date], { keepsDay })
  return planned!
}

/** Plans the same fields on several days; unit, people and semester are looked up once. */
export async function planDates(
  tx: Tx,
  shift: OfSchool,
  changed: Partial<ShiftFields>,
  dates: readonly PlainDate[],
  options: { keepsDay?: boolean } = {},
): Promise<PlannedShift[]> {
  const named = { ...pickPlan(shift), ...tidy(changed) }
  // If the first is removed, the next becomes the first.
  const fields = {
    ...named,
    ...asInstructors(instructorsOf(named)),
    ...asPreceptors(preceptorsOf(named)),
  }
  const [facility, facts] = await Promise.all([
    facilityOfPlan(tx, shift.school_id, fields.facility_id),
    factsOfPlan(tx, shift, fields, changed),
  ])
  return dates.map((date) => {
    const plan = { ...fields, date }
    refuseIf(shiftRefusals, planBlocker(plan, facts, options))
    const { start_time: start, end_time: end } = plan
    const { startsAt, endsAt } = shiftInstants({ date, start, end, timeZone: facility.time_zone })
    return { ...plan, ...facility, starts_at: startsAt, ends_at: endsAt }
  })
}

/** Only the fields of a plan. */
export const pickPlan = (shift: ShiftFields): ShiftFields =>
  Object.fromEntries(planFields.map((field) => [field, shift[field]])) as ShiftFields

/** Trims texts, turns empty ones into null, and writes instants in one form. */
function tidy(changed: Partial<ShiftFields>): Partial<ShiftFields> {
  const tidied: Partial<ShiftFields> = { ...changed }
  for (const field of shiftTextNames)
    if (changed[field] !== undefined) tidied[field] = changed[field]?.trim() || null
  for (const field of ['signup_opens_at', 'signup_closes_at'] as const)
    if (changed[field]) tidied[field] = new Date(changed[field]).toISOString()
  if (changed.objectives)
    tidied.objectives = changed.objectives.map((one) => one.trim()).filter((one) => one !== '')
  return Object.fromEntries(Object.entries(tidied).filter(([, value]) => value !== undefined))
}
