import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRefusals } from '../../messages.ts'
import { kindOfShift, type Line, roundMinutes, seatPosting, type SeatHours } from '../../rules.ts'
import { listSeatLines } from '../queries/list-seat-lines.ts'

type Attended = Omit<SeatHours, 'kind'> & {
  assignment_id: string
  school_id: string
  experience: ExperienceType
  /** The school's rounding (`hours_rounding_min`); 0 for hours that are not rounded. */
  rounding_min: number
}

/**
 * Makes a seat count for the given minutes, in the transaction of the calling command; repeating it posts nothing. For the school, the
 * instructor of the shift, and the worker. Student, semester, date and specialty come from the seat. Returns how many lines were added.
 */
export async function postSeatHours(tx: Tx, seat: Attended): Promise<number> {
  const { assignment_id, experience, rounding_min: step, minutes, source, reason } = seat
  const hours = { minutes: roundMinutes(minutes, step), kind: kindOfShift(experience), source, reason }
  const posted = await lockSeatLines(tx, assignment_id)
  return (await addSeatLines(tx, seat, posted, hours)).length
}

/** Returns the lines of a seat and locks them until the end of the transaction. */
export async function lockSeatLines(tx: Tx, assignmentId: string): Promise<Line[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('hours ' || ${assignmentId}, 0))`.execute(tx)
  return listSeatLines(tx, assignmentId)
}

/** Adds the lines that make a seat count for the given minutes, considering those it has; returns their keys. */
export async function addSeatLines(
  tx: Tx,
  { assignment_id, school_id }: Pick<Attended, 'assignment_id' | 'school_id'>,
  posted: readonly Line[],
  hours: SeatHours,
): Promise<string[]> {
  const lines = seatPosting(posted, hours)
  if ('code' in lines) refuse(hoursRefusals, lines)
  const seat = await factsOfSeat(tx, assignment_id)
  const before = posted.filter(({ reverses }) => reverses === null).length
  const keys: string[] = []
  for (const line of lines) {
    const key = line.reverses ? `undo ${line.reverses}` : `seat ${assignment_id}${before ? ` ${before}` : ''}`
    keys.push(key)
    await tx
      .insertInto('hours_entries')
      .values({
        id: randomUUID(),
        school_id,
        assignment_id,
        ...seat,
        ...line,
        source_key: key,
      })
      .execute()
  }
  return keys
}

/** The seat's values for its lines: PostgreSQL refuses another student, date or specialty. A reversal copies its line. */
async function factsOfSeat(tx: Tx, id: string) {
  const seat = await tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as x', (on) =>
      on.onRef('x.id', '=', 'a.shift_id').onRef('x.school_id', '=', 'a.school_id'),
    )
    .select(['a.student_id', 'x.semester_id', 'x.id as shift_id', 'x.date', 'x.specialty'])
    .select(sql<string | null>`nullif(x.course_code, '')`.as('course_code'))
    .select(sql<boolean>`x.starts_at <= now()`.as('has_begun'))
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (!seat) return refuse(hoursRefusals, refusal('hours.no_line'))
  const { has_begun, ...facts } = seat
  refuseIf(hoursRefusals, has_begun ? null : refusal('hours.not_begun'))
  return facts
}
