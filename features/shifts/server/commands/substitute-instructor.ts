import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { editableStates, liveStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import { asInstructors, instructorBusyBlocker, instructorsOf } from '../../rules.ts'
import type { Actor, Locked } from './lock-shift.ts'
import { updateShift } from './update-shift.ts'

/** Assigns a substitute instructor to a shift. Refuses one who teaches another shift at that time. */
export async function substituteInstructor(
  tx: Tx,
  me: Actor,
  {
    proctorId,
    insteadOf,
    reason,
    ...shift
  }: Locked & { proctorId: string; insteadOf: string | null; reason: string },
) {
  const other = await shiftAtThatTime(tx, shift.id, proctorId)
  refuseIf(shiftRefusals, instructorBusyBlocker(other))
  const led = await tx
    .selectFrom('shifts')
    .select(['proctor_id', 'more_proctor_ids'])
    .where('id', '=', shift.id)
    .executeTakeFirst()
  const people = led ? instructorsOf(led) : []
  const away = insteadOf ?? people[0]
  const fields = asInstructors(
    people.length === 0 ? [proctorId] : people.map((one) => (one === away ? proctorId : one)),
  )
  return updateShift(tx, me, { ...shift, fields, reason })
}

/** A shift that this instructor teaches at the same time, if the actor can see it. */
async function shiftAtThatTime(tx: Tx, id: string, proctorId: string) {
  const found = await tx
    .selectFrom('shifts as other')
    .innerJoin('shifts as mine', (on) => on.on('mine.id', '=', id))
    .leftJoin('facilities as unit', 'unit.id', 'other.facility_id')
    .select(['other.title', 'other.date', 'other.start_time', 'other.end_time', 'unit.name as unit_name'])
    .where(
      sql<boolean>`(other.proctor_id = ${proctorId}::uuid or ${proctorId}::uuid = any (other.more_proctor_ids))`,
    )
    .where('other.id', '<>', id)
    .where('other.status', 'in', [...new Set([...liveStates, ...editableStates])])
    .where(sql<boolean>`tstzrange(other.starts_at, other.ends_at) && tstzrange(mine.starts_at, mine.ends_at)`)
    .orderBy('other.starts_at')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}
