import { sql } from 'kysely'
import { postSeatHours } from '#features/hours/server/public.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Tx } from '#platform/server/db.ts'

type CleanSeat = {
  id: string
  school_id: string
  experience_type: ExperienceType
  assignment_id: string
  source: string
  minutes: number
}

/**
 * Accepts reports with nothing to look at that the school has left alone for seven days, and those of shifts without an instructor:
 * where check-in, check-out and place agree, nobody has to approve anything (Domain 2.12). Says how many.
 */
export async function acceptCleanReports(tx: Tx): Promise<number> {
  const { rows } = await sql<CleanSeat>`select * from app.reports_to_accept()`.execute(tx)
  const reports = Map.groupBy(rows, ({ id }) => id)
  for (const [id, seats] of reports) {
    for (const seat of seats)
      await postSeatHours(tx, {
        assignment_id: seat.assignment_id,
        school_id: seat.school_id,
        experience: seat.experience_type,
        minutes: seat.minutes,
        rounding_min: 0,
        source: seat.source === 'makeup' ? 'makeup' : 'attendance',
        reason: null,
      })
    await tx.updateTable('shift_reports').set({ status: 'accepted' }).where('id', '=', id).execute()
  }
  return reports.size
}
