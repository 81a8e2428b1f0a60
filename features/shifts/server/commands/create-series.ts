import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SeriesPattern, ShiftFields } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { MAX_SERIES, seriesDates } from '../../rules.ts'
import { createShifts, idInSeries } from './create-shift.ts'
import type { Actor } from './lock-shift.ts'

/** Plans a series: a draft on each day of a weekly pattern. Returns how many drafts there are. */
export async function createSeries(
  tx: Tx,
  me: Actor,
  series: { id: string; schoolId: string; pattern: SeriesPattern; fields: Omit<ShiftFields, 'date'> },
): Promise<number> {
  const { id, schoolId, pattern, fields } = series
  const dates = seriesDates(pattern)
  if (dates.length === 0) refuse(shiftRefusals, refusal('shift.no_day_fits'))
  if (dates.length > MAX_SERIES) refuse(shiftRefusals, refusal('shift.series_too_long', { most: MAX_SERIES }))
  await tx
    .insertInto('shift_series')
    .values({
      id,
      school_id: schoolId,
      semester_id: fields.semester_id,
      pattern: JSON.stringify(pattern),
      created_by: me.realUserId,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return createShifts(tx, me, {
    schoolId,
    fields: { ...fields, date: dates[0]! },
    days: dates.map((date) => ({ id: idInSeries(id, date), date })),
    seriesId: id,
  })
}
