import { type RawBuilder, sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { postSeatHours } from '#features/hours/server/public.ts'
import { notifyOfRows } from '#features/notifications/server/public.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import { bisectOnFailure, type Calendar, isLockedIn } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { type Stop, Walk } from '#platform/server/walk.ts'
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

/** How many reports of each kind a round looks at, and how many it accepts. */
const AT_ONCE = 1_000
const ACCEPTED_AT_ONCE = 50

export type ReportWalks = { withInstructor: Walk; without: Walk }
export const reportWalks = (atOnce = AT_ONCE): ReportWalks => ({
  withInstructor: new Walk(atOnce),
  without: new Walk(atOnce),
})

/**
 * Accepts submitted reports that need no look: those of shifts without an instructor at once, others seven days after submission (Domain
 * 2.12). Those of semesters with locked hours wait until they are reopened, and the school is notified. Those with exceptions wait for the
 * school, maybe for months: a round looks at some, and the next one goes on. Returns how many it accepted.
 */
export async function acceptCleanReports(
  tx: Tx,
  calendar: Pick<Calendar, 'passOver'>,
  walks = reportWalks(),
): Promise<number> {
  const clean = [
    ...(await findClean(
      tx,
      walks.withInstructor,
      sql`r.proctor_id is not null and r.submitted_at <= now() - interval '7 days'`,
    )),
    ...(await findClean(tx, walks.without, sql`r.proctor_id is null`)),
  ]
  await notifyOfLocked(
    tx,
    clean.filter(({ is_locked }) => is_locked),
  )
  const open = clean.filter(({ is_locked }) => !is_locked)
  const seats = Map.groupBy(await lockClean(tx, open), ({ id }) => id)
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

type Found = Stop & { is_clean: boolean; is_locked: boolean }

/** Of the next submitted reports r of a walk, those that need no look; the scheduler sees no semester that is archived. */
async function findClean(tx: Tx, walk: Walk, isDue: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with looked_at as materialized (select r.id, r.submitted_at from public.shift_reports r
      where r.status = 'submitted' and ${isDue} ${walk.next(sql`r.submitted_at`, sql`r.id`)})
    select r.id, r.submitted_at::text as at, t.id is not null and not app.has_exceptions(r.id) as is_clean, coalesce(${isLockedIn(sql`t`, sql`now()`)}, false) as is_locked
    from looked_at r left join public.shifts s on s.id = r.id left join public.semesters t on t.id = s.semester_id and t.school_id = s.school_id
    order by r.submitted_at, r.id`.execute(tx)
  const clean = rows.filter(({ is_clean }) => is_clean)
  const last = clean.filter(({ is_locked }) => !is_locked)[ACCEPTED_AT_ONCE - 1]
  walk.pass(rows, last)
  return last ? clean.slice(0, clean.indexOf(last) + 1) : clean
}

/** The seats of these reports, locked with their attendance: everyone came, on time, to the end. */
async function lockClean(tx: Tx, clean: readonly Found[]): Promise<CleanSeat[]> {
  if (clean.length === 0) return []
  const { rows: due } = await sql<{ id: string }>`
    select r.id from public.shift_reports r where r.id = any (${clean.map(({ id }) => id)}::uuid[]) and r.status = 'submitted'
    order by r.id for no key update skip locked`.execute(tx)
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

async function notifyOfLocked(tx: Tx, locked: readonly Found[]): Promise<void> {
  if (locked.length === 0) return
  const { rows } = await sql<{ id: string; facts: ShiftFacts; semester: string }>`
    select r.id, app.shift_facts(s) as facts, t.name as semester
    from public.shift_reports r join public.shifts s on s.id = r.id join public.semesters t on t.id = s.semester_id and t.school_id = s.school_id
    where r.id = any (${locked.map(({ id }) => id)}::uuid[]) and r.submitted_at > now() - interval '14 days'`.execute(
    tx,
  )
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
