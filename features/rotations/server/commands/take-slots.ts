import { randomUUID } from 'node:crypto'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { lockSlot, takeSlot } from '#features/open-slots/server/public.ts'
import { presetBreak } from '#features/shifts/rules.ts'
import { type Actor, inWords } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RotationFields } from '../../contract.ts'
import { rotationRefusals } from '../../messages.ts'
import { daysBlocker, patternOf } from '../../rules.ts'
import { isKnown } from '../queries/load-rotation.ts'
import { insertRotation, insertSeries } from './insert-rotation.ts'

type Taking = {
  id: string
  schoolId: string
  slots: readonly { id: string; version: number }[]
  name: string
  course_code: string | null
  cohort_ids: string[]
  reason: string | null
}

/** Takes a facility's open slots on one unit as a rotation, all or none; the facility agreed to these shifts in advance. */
export async function takeSlots(tx: Tx, me: Actor, taking: Taking): Promise<void> {
  const { id, schoolId, name, course_code, cohort_ids } = taking
  if (await isKnown(tx, id)) return
  const found = await lockAll(tx, taking)
  refuseIf(rotationRefusals, daysBlocker(found))
  const semesters = new Set(found.map(({ semester_id }) => semester_id))
  const semesterId = found[0]!.semester_id
  if (semesters.size > 1) refuse(rotationRefusals, refusal('rotation.several_semesters'))
  if (semesterId === null)
    refuse(
      rotationRefusals,
      refusal('rotation.slot_refused', { message: 'None of your semesters includes these days.' }),
    )
  const { facility_id, specialty, experience_type, start_time, end_time } = found[0]!
  const fields: RotationFields = {
    semester_id: semesterId,
    name,
    course_code,
    facility_id,
    specialty,
    experience_type,
    pattern: patternOf(found.map(({ date }) => date)),
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    break_min: presetBreak(start_time, end_time),
    conference_min: 0,
    seats: Math.min(...found.map(({ seats }) => seats)),
    min_seats: 0,
    level_seats: {},
    requires: [],
    cohort_ids,
    instructors: [],
  }
  const rotation = { id, schoolId, seriesId: randomUUID(), origin: 'slots' as const, fields }
  await insertSeries(tx, me, rotation)
  await insertRotation(tx, me, rotation)
  await takeAll(tx, me, taking, rotation)
}

/** Locks the open slots in the order of their ids, so that two callers who take the same ones don't deadlock. */
async function lockAll(tx: Tx, { slots, schoolId }: Taking) {
  const found = []
  for (const { id } of slots.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const slot = await lockSlot(tx, id, schoolId)
    if (!slot)
      return refuse(
        rotationRefusals,
        refusal('rotation.slot_refused', {
          message: 'One of these open slots is no longer offered to you.',
        }),
      )
    found.push(slot)
  }
  return found
}

async function takeAll(
  tx: Tx,
  me: Actor,
  { slots, reason }: Taking,
  { schoolId, seriesId, fields }: { schoolId: string; seriesId: string; fields: RotationFields },
): Promise<void> {
  const { name: title, course_code, cohort_ids, seats } = fields
  for (const slot of slots.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    try {
      const of = { title, course_code, cohort_ids }
      await takeSlot(tx, me, { ...slot, schoolId, seats, seriesId, fields: of, reason })
    } catch (error) {
      // Takes none if one fails, and gives that slot's reason.
      const { message } = inWords(error)
      refuse(rotationRefusals, refusal('rotation.slot_refused', { message }))
    }
}
