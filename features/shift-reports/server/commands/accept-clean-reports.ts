import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { postSeatHours } from '#features/hours/server/public.ts'
import { notifyOfRows } from '#features/notifications/server/public.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import { bisectOnFailure, type Calendar, isLockedIn } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type CleanSeat = {
  id: string
  school_id: string
  experience_type: ExperienceType
  assignment_id: string
  source: string
  minutes: number
}
type CleanReport = { id: string; seats: readonly CleanSeat[] }

/**
 * Accepts submitted reports that need no look: those of shifts without an instructor at once, others seven days after submission (Domain
 * 2.12). Those of semesters with locked hours wait until they are reopened, and the school is notified. Returns how many.
 */
export async function acceptCleanReports(tx: Tx, calendar: Pick<Calendar, 'passOver'>): Promise<number> {
  await notifyOfLocked(tx)
  const seats = Map.groupBy(await lockClean(tx), ({ id }) => id)
  const reports = [...seats].map(([id, of]) => ({ id, seats: of }))
  const accepted = await bisectOnFailure(tx, reports, calendar, async (rows) => {
    for (const report of rows) await accept(tx, report)
  })
  return accepted.length
}

async function accept(tx: Tx, { id, seats }: CleanReport): Promise<void> {
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

/** Of a report r on a shift s: true if it needs no look, and is due to be accepted. */
const isClean = sql`r.status = 'submitted' and (r.proctor_id is null or r.submitted_at <= now() - interval '7 days')
  and not app.has_exceptions(r.id)`
/** The semester t of a shift s; the scheduler sees none that are archived. */
const semester = sql`public.semesters t on t.id = s.semester_id and t.school_id = s.school_id`
const isLocked = isLockedIn(sql`t`, sql`now()`)

/** The seats of up to fifty reports that need no look, locked with their attendance: everyone came, on time, to the end. */
async function lockClean(tx: Tx): Promise<CleanSeat[]> {
  const { rows: due } = await sql<{ id: string }>`
    select r.id from public.shift_reports r join public.shifts s on s.id = r.id join ${semester}
    where ${isClean} and not ${isLocked} order by r.id limit 50 for no key update of r skip locked`.execute(
    tx,
  )
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return []
  await sql`select from public.attendance_records where shift_id = any (${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  // Looked at again, because attendance may have changed before it was locked.
  const { rows } = await sql<CleanSeat>`
    select s.id, s.school_id, s.experience_type, a.id as assignment_id, a.source, round(s.credited_hours * 60)::integer as minutes
    from public.shifts s join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id and app.holds_seat(a.status)
    where s.id = any (${ids}::uuid[]) and not app.has_exceptions(s.id) order by s.id, a.id`.execute(tx)
  return rows
}

async function notifyOfLocked(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; facts: ShiftFacts; semester: string }>`
    select r.id, app.shift_facts(s) as facts, t.name as semester
    from public.shift_reports r join public.shifts s on s.id = r.id join ${semester}
    where ${isClean} and r.submitted_at > now() - interval '14 days' and ${isLocked}`.execute(tx)
  await notifyOfRows(
    tx,
    'shift_reports',
    rows.map(({ id, facts, semester: name }) => ({
      id,
      to: ['school', 'superadmin'] as const,
      type: 'shift_report',
      url: `/shift/${id}`,
      key: `report ${id} locked`,
      ...notification(notificationTexts, 'shift_report.locked', { ...facts, semester: name }),
    })),
  )
}
