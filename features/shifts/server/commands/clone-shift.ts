import { refuse, refusal } from '#core/refusal.ts'
import { diffDays, type PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import { createShifts } from './create-shift.ts'
import { type Actor } from './lock-shift.ts'
import { type LockedShift, rowForUpdate } from '../queries/row-for-update.ts'
import { pickPlan } from './plan-shift.ts'

/** Creates a draft from a declined, withdrawn, expired or canceled shift, linked to the old one, on its day and unit or others. */
export async function cloneShift(
  tx: Tx,
  me: Actor,
  {
    id,
    newId,
    date,
    unitId,
  }: { id: string; newId: string; date: PlainDate | undefined; unitId?: string | undefined },
): Promise<void> {
  const shift = await rowForUpdate(tx, id)
  if (!shift || me.role === 'facility_admin') refuse(shiftRefusals, refusal('shift.not_found'))
  const day = date ?? shift.date
  await createShifts(tx, me, {
    schoolId: shift.school_id,
    fields: {
      ...pickPlan(shift),
      date: day,
      ...(unitId && { facility_id: unitId }),
      // Leaders and credited hours are decided again.
      proctor_id: null,
      preceptor_id: null,
      more_proctor_ids: [],
      more_preceptor_ids: [],
      credited_hours_override: null,
      credited_hours_reason: null,
      signup_policy: mayHaveRound(shift, day) ? shift.signup_policy : 'first_come',
    },
    days: [{ id: newId, date: day }],
    copiedFrom: id,
  })
}

/** True if sign-up closes before the day, so that a fair round can still be decided. */
const mayHaveRound = ({ signup_closes_at: closes, starts_at: start, date }: LockedShift, day: PlainDate) =>
  closes !== null && Date.parse(closes) < Date.parse(start) + diffDays(date, day) * 86_400_000
