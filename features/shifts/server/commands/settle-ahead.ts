import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import {
  type CountedLimit,
  fewSeatsRefusal,
  fitRefusal,
  unitRefusal,
  seatsFor,
  type UnitToMoveTo,
  wordedLimits,
} from '../../rules.ts'
import { notifyChanged } from './notify-of-change.ts'

type Settlement = { id: string; unitId: string | null; reason: string }
type ShiftAhead = {
  title: string | null
  date: string
  capacity: number
  seats_taken: number
  before: ShiftFacts
  after: ShiftFacts
  limits: CountedLimit[]
  there: { seats: number; has_others: boolean }
}

/**
 * Cancels a shift ahead, or moves it to another unit, because its own takes no one any more: for who manages that unit. One that is not
 * ahead any more is left alone.
 */
export async function settleAhead(tx: Tx, { id, unitId, reason }: Settlement): Promise<void> {
  if (unitId === null) {
    await sql`select app.cancel_ahead(${id}::uuid, ${reason})`.execute(tx)
    return
  }
  const shift = await lockAhead(tx, id, unitId)
  if (!shift) return
  const unit = await unitToMoveTo(tx, unitId)
  if (!unit) return refuse(shiftRefusals, refusal('shift.no_unit'))
  const limits = wordedLimits(shift.limits)
  refuseIf(shiftRefusals, fitRefusal(shift, unit, shift.there))
  refuseIf(shiftRefusals, unitRefusal(unit, limits))
  const room = seatsFor(limits)!
  refuseIf(shiftRefusals, fewSeatsRefusal(room, shift.seats_taken))

  const { rows } = await sql<{ may_drop: boolean }>`
    select app.move_ahead(${id}::uuid, ${unitId}::uuid, ${room.seats}::integer, ${room.limit_name}, ${reason}) as may_drop`.execute(
    tx,
  )
  const { title, before, after } = shift
  await notifyChanged(tx, { id }, { title, before, after, isMoved: true, reason }, rows[0]!.may_drop)
}

async function lockAhead(tx: Tx, id: string, unitId: string): Promise<ShiftAhead | null> {
  const { rows } = await sql<{ shift: ShiftAhead | null }>`
    select app.lock_ahead(${id}::uuid, ${unitId}::uuid) as shift`.execute(tx)
  return rows[0]!.shift
}

async function unitToMoveTo(tx: Tx, id: string): Promise<UnitToMoveTo | undefined> {
  const unit = await tx
    .selectFrom('units')
    .innerJoin('facilities', 'facilities.id', 'units.id')
    .select(['facilities.name', 'facilities.kind', 'facilities.status', 'units.exclusive_school'])
    .select(['units.max_students_per_shift', 'units.capacity_windows', 'units.blackout'])
    .where('units.id', '=', id)
    .executeTakeFirst()
  return unit as UnitToMoveTo | undefined
}
