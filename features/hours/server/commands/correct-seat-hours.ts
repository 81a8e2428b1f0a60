import type { ExperienceType } from '#features/shifts/contract.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { balance, correctionOf, kindOfShift } from '../../rules.ts'
import { notifyOfHours } from './notify-of-hours.ts'
import { addSeatLines, lockSeatLines } from './post-seat-hours.ts'

type Corrected = {
  assignment_id: string
  school_id: string
  date: PlainDate
  experience: ExperienceType
  minutes: number
  reason: string
}

/**
 * Corrects the posted hours of a seat: reverses them and posts them again with the reason, which the student is notified of. A seat without
 * hours, or whose hours the school took back, stays unchanged. Returns whether anything changed.
 */
export async function correctSeatHours(tx: Tx, seat: Corrected): Promise<boolean> {
  const { minutes, reason, date, school_id } = seat
  const kind = kindOfShift(seat.experience)
  const posted = await lockSeatLines(tx, seat.assignment_id)
  const hours = correctionOf(posted, { minutes, kind, reason })
  const key = hours && (await addSeatLines(tx, seat, posted, hours)).at(-1)
  if (!key) return false
  const difference = minutes - balance(posted)
  await notifyOfHours(tx, { school_id, source_key: key, minutes: difference, date, kind, reason })
  return true
}
