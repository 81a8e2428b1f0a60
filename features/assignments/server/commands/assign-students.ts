import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Placed } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { isShownToStudents, seatBlocker, overrideOf } from '../../rules.ts'
import { blockersOf, type Found } from '../queries/blockers-of.ts'
import { type GivenSeat, giveSeats } from './give-seat.ts'
import { lockRoster } from './lock-roster.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'

type Assignment = {
  shiftId: string
  students: readonly string[]
  reason: string | null
  /** The reason for overriding a missing clearance, and nothing else. */
  clearanceReason?: string | undefined
  /** Set by callers that give many seats at once and notify the students about all of them together. */
  isQuiet?: boolean
}

/**
 * The school, or the shift's own instructor, assigns students, each separately, so one refusal does
 * not stop the others. A reason overrides rest after a night and a missing clearance.
 */
export async function assignStudents(
  tx: Tx,
  { shiftId, students, reason, clearanceReason, isQuiet = false }: Assignment,
): Promise<Placed[]> {
  const roster = await lockRoster(tx, shiftId, 'admin')
  const found = await blockersOf(tx, shiftId, students)
  const reasonFor = ({ rule }: Found) => reason ?? (rule === 'not_cleared' ? (clearanceReason ?? null) : null)
  const free = found.filter((one) => !seatBlocker(one, reasonFor(one)))
  const wanted = free.map((one) => ({
    studentId: one.student_id,
    source: 'admin',
    override: overrideOf(one, reasonFor(one)),
    clearance: one.clearance,
  }))
  const given = await giveSeats(tx, shiftId, wanted)
  if (!isQuiet && isShownToStudents(roster.shift_status))
    await Promise.all(
      given
        .filter(({ refused }) => !refused)
        .map(({ id, version }) =>
          notifyAboutSeat(
            tx,
            { id: id!, shift_id: shiftId },
            { to: 'student', type: 'shift_assigned', key: `assigned ${id} ${version}` },
            notification(notificationTexts, 'seat.assigned', roster.shift_facts),
          ),
        ),
    )
  const outcomes = given.values()
  return found.map((one) => (free.includes(one) ? outcomeOf(outcomes.next().value!) : refusedOf(one)))
}

const refusedOf = ({ clearance: _clearance, ...found }: Found): Placed => ({ ...found, assignment_id: null })

const outcomeOf = ({ studentId, id, refused }: GivenSeat): Placed => ({
  student_id: studentId,
  assignment_id: id,
  rule: refused?.rule ?? null,
  message: refused?.message ?? null,
  is_soft: false,
})
