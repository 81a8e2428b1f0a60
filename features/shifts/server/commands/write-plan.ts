import { cutoffHours } from '../queries/cutoff-hours.ts'
import { refuseIf } from '#core/refusal.ts'
import { sql, type UpdateObject } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import {
  busyBlocker,
  dropCutoff,
  fewSeatsBlocker,
  instructorsOf,
  leaderFields,
  movingFields,
  unitBlocker,
  type Party,
  planDifference,
  type PlanField,
  planFields,
  preceptorsOf,
  seatsFor,
} from '../../rules.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { planChange } from '../queries/plan-change.ts'
import { type LockedShift, unitOf } from '../queries/row-for-update.ts'
import type { PlannedShift } from './plan-shift.ts'
import { refuseWhileAway } from './refuse-while-away.ts'
import { writeShift } from './write-shift.ts'

/** Statuses in which unit and seats are not checked; that happens when the shift is submitted. */
const unbound: readonly string[] = ['draft', 'withdrawn', 'declined', 'expired']

/**
 * Writes the changed plan of a shift and recounts its seats; PostgreSQL moves the times of people on it. Throws if the new unit is closed
 * then, if there would be fewer seats than students, or if a student is away or busy at the new time; `by` is who reads that.
 */
export async function writePlan(
  tx: Tx,
  shift: LockedShift,
  planned: PlannedShift,
  also: UpdateObject<DB, 'shifts'> & { approved_capacity?: number | null },
  reason: string | null,
  by: Party = 'school',
) {
  const changed = planDifference(shift, planned)
  const isRetimed = shift.starts_at !== planned.starts_at || shift.ends_at !== planned.ends_at
  const moves = isRetimed || shift.facility_id !== planned.facility_id
  const approved = also.approved_capacity ?? shift.approved_capacity
  const counts =
    moves ||
    shift.capacity !== planned.capacity ||
    shift.experience_type !== planned.experience_type ||
    instructorsOf(shift).length !== instructorsOf(planned).length ||
    preceptorsOf(shift).length !== preceptorsOf(planned).length ||
    shift.approved_capacity !== approved
  let seats: Pick<UpdateObject<DB, 'shifts'>, 'seats' | 'seats_limit'> = {}
  if (counts && !unbound.includes(shift.status)) {
    const limits = await lockLimits(tx, shift.id, approved ?? planned.capacity, planChange(planned))
    if (moves) refuseIf(shiftRefusals, unitBlocker(unitOf(planned), limits))
    const room = seatsFor(limits)!
    refuseIf(shiftRefusals, fewSeatsBlocker(room, shift.seats_taken, by))
    seats = { seats: room.seats, seats_limit: room.limit_name }
  }
  await refuseWhileAway(tx, shift, planned.date)
  // Who is busy does not depend on the unit: rest that a reason has overridden is not asked for again there.
  if (isRetimed && shift.seats_taken > 0)
    refuseIf(shiftRefusals, busyBlocker(await busyStudents(tx, shift, planned), by))

  const written = await writeShift(
    tx,
    shift,
    {
      ...Object.fromEntries(
        planFields
          .filter((field) => changed.includes(field) || field === 'credited_hours_reason')
          .map((field) => [field, planned[field]]),
      ),
      time_zone: planned.time_zone,
      starts_at: planned.starts_at,
      ends_at: planned.ends_at,
      ...seats,
      // A shift that is changed alone becomes an exception; shifts that are changed together rejoin their series.
      is_series_exception: shift.series_id !== null,
      instructor_to_be_named: shift.instructor_to_be_named && planned.proctor_id === null,
      ...(shift.drop_cutoff_at && {
        drop_cutoff_at: dropCutoff(planned.starts_at, await cutoffHours(tx, shift.school_id)),
      }),
      ...also,
    },
    { reason, details: await namesOfPlan(tx, shift, planned, changed) },
  )
  // A new time or leader needs new reminders. Written separately, because reminders are not part of a shift's version.
  if (
    shift.reminders_sent > 0 &&
    changed.some((field) => movingFields.includes(field) || leaderFields.includes(field))
  )
    await tx.updateTable('shifts').set({ reminders_sent: 0 }).where('id', '=', shift.id).execute()
  return { written, changed }
}

/** The names of changed semesters and cohorts, because readers of the trail may not read those themselves. */
async function namesOfPlan(
  tx: Tx,
  shift: LockedShift,
  planned: PlannedShift,
  changed: readonly PlanField[],
): Promise<Record<string, unknown[]>> {
  const details: Record<string, unknown[]> = {}
  if (changed.includes('cohort_ids')) {
    const ids = [...shift.cohort_ids, ...planned.cohort_ids]
    const rows = await tx
      .selectFrom('cohorts')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .orderBy('name')
      .execute()
    const of = (some: readonly string[]) => rows.filter(({ id }) => some.includes(id)).map(({ name }) => name)
    details['cohort_ids'] = [of(shift.cohort_ids), of(planned.cohort_ids)]
  }
  if (changed.includes('semester_id')) {
    const ids = [shift.semester_id, planned.semester_id]
    const rows = await tx.selectFrom('semesters').select(['id', 'name']).where('id', 'in', ids).execute()
    details['semester_id'] = ids.map((id) => rows.find((one) => one.id === id)?.name ?? null)
  }
  return details
}

async function busyStudents(tx: Tx, { id }: LockedShift, planned: PlannedShift): Promise<number> {
  const { rows } = await sql<{ busy: number }>`
    select app.count_busy(${id}::uuid, ${JSON.stringify(planChange(planned))}::jsonb) as busy`.execute(tx)
  return rows[0]!.busy
}
