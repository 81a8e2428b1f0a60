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
 * Accepts submitted reports that need no look: those of shifts without an instructor at once, others seven days after submission (Domain
 * 2.12). Returns how many.
 */
export async function acceptCleanReports(tx: Tx): Promise<number> {
  const reports = Map.groupBy(await lockClean(tx), ({ id }) => id)
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

/** The seats of up to fifty locked reports that need no look: everyone came, on time, to the end. */
async function lockClean(tx: Tx): Promise<CleanSeat[]> {
  const { rows } = await sql<CleanSeat>`
    with due as materialized (
      select r.id from public.shift_reports r
      where r.status = 'submitted' and (r.proctor_id is null or r.submitted_at <= now() - interval '7 days')
        and not app.has_exceptions(r.id) order by r.id limit 50 for no key update skip locked)
    select s.id, s.school_id, s.experience_type, a.id as assignment_id, a.source, round(s.credited_hours * 60)::integer as minutes
    from due d join public.shifts s on s.id = d.id
    join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id and app.holds_seat(a.status)`.execute(
    tx,
  )
  return rows
}
