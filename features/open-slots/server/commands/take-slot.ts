import { randomUUID } from 'node:crypto'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { newShift, presetBreak } from '#features/shifts/rules.ts'
import { type Actor, createShifts, type Locked, submitShift } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { slotRefusals } from '../../messages.ts'
import { coverRefusal, takeBlocker } from '../../rules.ts'
import { lockSlot } from '../queries/lock-slot.ts'

type Taking = Locked & {
  schoolId: string
  seats: number | null
  fields: { title: string | null; course_code: string | null; cohort_ids: string[] }
  reason: string | null
  /** The series that its shift belongs to, if any. */
  seriesId?: string
}

/**
 * A school takes a slot; the first one gets it. It becomes a draft in the school's semester of that day, and is submitted like any other,
 * with all checks of agreement, quota, deadlines and seats; the facility has agreed to it in advance.
 */
export async function takeSlot(tx: Tx, me: Actor, taking: Taking) {
  const { schoolId, fields } = taking
  if (me.role !== 'superadmin' && me.linkedSchoolId !== schoolId)
    refuse(slotRefusals, refusal('slot.only_school'))
  const slot = await lockSlot(tx, taking.id, schoolId)
  if (!slot) refuse(slotRefusals, refusal('slot.not_offered'))
  const seats = taking.seats ?? slot.seats
  const now = new Date().toISOString()
  refuseIf(slotRefusals, takeBlocker(slot, { now, version: taking.version, seats }))
  refuseIf(slotRefusals, coverRefusal(slot))

  const shiftId = randomUUID()
  const { date, start_time, end_time, facility_id, specialty, experience_type } = slot
  const facility = { date, start_time, end_time, facility_id, specialty, experience_type }
  const semester = { semester_id: slot.semester_id!, capacity: seats }
  await createShifts(tx, me, {
    schoolId,
    fields: {
      ...newShift,
      break_min: presetBreak(start_time, end_time),
      ...fields,
      ...facility,
      ...semester,
    },
    days: [{ id: shiftId, date }],
    ...(taking.seriesId !== undefined && { seriesId: taking.seriesId }),
  })
  await tx
    .updateTable('open_slots')
    .set({ status: 'taken', shift_id: shiftId })
    .where('id', '=', taking.id)
    .execute()
  const { version } = await tx
    .selectFrom('shifts')
    .select('version')
    .where('id', '=', shiftId)
    .executeTakeFirstOrThrow()
  return submitShift(tx, me, { id: shiftId, version, reason: taking.reason })
}
