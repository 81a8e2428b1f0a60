import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import {
  fewSeatsBlocker,
  fitBlocker,
  type LimitFacts,
  limitsFrom,
  unitBlocker,
  seatsFor,
  type UnitToMoveTo,
} from '../../rules.ts'
import { lockUnits } from './lock-units.ts'
import { cancellationOf, endWithoutUnit } from './end-without-unit.ts'
import { notifyChanged } from './notify-of-change.ts'
import { notifyShift } from './notify-shift.ts'
import { writeShift } from './write-shift.ts'

type Settlement = { id: string; unitId: string | null; reason: string }
type ShiftAhead = {
  title: string | null
  date: string
  capacity: number
  seats_taken: number
  is_of_series: boolean
  /** True if the people on it may still drop their seats. */
  may_drop: boolean
  before: ShiftFacts
  after: ShiftFacts
  limits: LimitFacts
  there: { seats: number; has_others: boolean }
}

/**
 * As the manager of its unit: cancels an upcoming shift or moves it to another unit, because its own closes to students. A shift that is no
 * longer upcoming is left unchanged.
 */
export async function cancelOrMoveShift(tx: Tx, { id, unitId, reason }: Settlement): Promise<void> {
  if (unitId === null) {
    return cancelAhead(tx, id, reason)
  }
  const shift = await lockAhead(tx, id, unitId)
  if (!shift) return
  const unit = await unitToMoveTo(tx, unitId)
  if (!unit) return refuse(shiftRefusals, refusal('shift.no_unit'))
  const limits = limitsFrom({ ...shift.limits, agreement: null })
  refuseIf(shiftRefusals, fitBlocker(shift, unit, shift.there))
  refuseIf(shiftRefusals, unitBlocker(unit, limits))
  const room = seatsFor(limits)!
  refuseIf(shiftRefusals, fewSeatsBlocker(room, shift.seats_taken))

  const { title, before, after, may_drop: mayDrop, is_of_series: isOfSeries } = shift
  const moved = { facility_id: unitId, seats: room.seats, seats_limit: room.limit_name }
  await writeShift(tx, { id }, { ...moved, is_series_exception: isOfSeries }, { reason, isPart: true })
  await notifyChanged(tx, { id }, { title, before, after, isMoved: true, reason }, mayDrop)
}

/** Cancels an upcoming shift, or withdraws it if it was only requested; its leaders are notified. */
async function cancelAhead(tx: Tx, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{ facts: ShiftFacts }>`
    select app.shift_facts(x) as facts from public.shifts x where x.id = ${id}::uuid`.execute(tx)
  const [ended] = await endWithoutUnit(tx, { ids: [id], code: 'unit_unavailable', reason })
  const canceled = ended && cancellationOf(ended, rows[0]!.facts, reason)
  if (canceled)
    await notifyShift(
      tx,
      { id },
      { audience: 'leaders', type: 'shift_cancelled', key: canceled.key },
      notification(notificationTexts, 'shift.canceled', canceled.values),
    )
}

/**
 * Locks an upcoming shift at a unit that the caller manages, and reads what a rule needs before another unit takes it: the seats planned or
 * requested there at its time, and its limits there. Returns null for other callers, and if the shift is not upcoming.
 */
async function lockAhead(tx: Tx, id: string, unitId: string): Promise<ShiftAhead | null> {
  const { rows: held } = await sql`
    select from public.shifts x where x.id = ${id}::uuid and app.is_shift_ahead(x.status, x.starts_at) and app.manages_facility(x.facility_id) for update`.execute(
    tx,
  )
  if (held.length === 0) return null
  await lockUnits(tx, [{ facility_id: unitId }])
  const { rows } = await sql<ShiftAhead>`
    select x.title, x.date, x.capacity, x.seats_taken, x.series_id is not null as is_of_series, app.shift_facts(x) as before,
      app.may_drop(x) as may_drop,
      app.shift_facts(x) || (select jsonb_build_object('unit', f.name, 'site', p.name) from public.facilities f
        left join public.facilities p on p.id = f.parent_id where f.id = ${unitId}::uuid) as after,
      app.limits_of_plan(x.id, jsonb_build_object('facility_id', ${unitId}::uuid)) as limits,
      (select jsonb_build_object('seats', coalesce(sum(y.capacity), 0), 'has_others', coalesce(bool_or(y.school_id <> x.school_id), false))
        from public.shifts y where y.facility_id = ${unitId}::uuid and y.id <> x.id and app.is_shift_ahead(y.status, y.starts_at)
          and y.starts_at < x.ends_at and y.ends_at > x.starts_at) as there
    from public.shifts x where x.id = ${id}::uuid`.execute(tx)
  return rows[0] ?? null
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
