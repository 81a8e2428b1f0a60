import { planDifference } from '../../rules.ts'
import { where } from '#core/shift-facts.ts'
import type { LockedShift } from '../queries/row-for-update.ts'
import { factsOf } from './notify-shift.ts'
import type { PlannedShift } from './plan-shift.ts'

/** The trail's view of a requested plan: field → before and after, with the unit's name. */
export const differenceInWords = (shift: LockedShift, planned: PlannedShift): Record<string, unknown[]> =>
  Object.fromEntries(
    planDifference(shift, planned).map((field) => [
      field,
      field === 'facility_id'
        ? [where(factsOf(shift)), where(factsOf(planned))]
        : [shift[field], planned[field]],
    ]),
  )
