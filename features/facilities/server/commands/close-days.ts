import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Blackout, ClosingUnit } from '../../contract.ts'
import { facilityRefusals, notificationTexts } from '../../messages.ts'
import { closeDaysBlocker } from '../../rules/actions.ts'
import { closingCounts, closingOutcome } from '../../rules/closing-days.ts'
import { shiftsOnDays, unitsToClose, type UnitToClose } from '../queries/closing-days.ts'
import { managesFacility } from '../queries/find-facility.ts'
import { findScoped } from './lock-facility.ts'
import { notifySchools } from './notify-schools.ts'

export type Closing = { id: string; unit_ids: readonly string[]; days: Blackout }

/**
 * Closes units below a facility on some days. A unit that already has these days, or the maximum number of blackouts, is left as it is.
 * Shifts on those days stay, and their schools are notified. Refused at a closed or archived facility.
 */
export async function closeDays(tx: Tx, { days, ...closing }: Closing): Promise<ClosingUnit[]> {
  const facility = await findScoped(tx, closing.id)
  if (facility?.may_manage) refuseIf(facilityRefusals, closeDaysBlocker(facility))
  const units = await lockUnits(tx, closing)
  const answered = units.map(({ blackout, ...unit }) => ({
    ...unit,
    outcome: closingOutcome(blackout, days),
  }))
  const closed = answered.filter(({ outcome }) => outcome === 'close').map(({ id }) => id)
  if (closed.length === 0) return answered
  await bumpVersions(tx, closed)
  await tx
    .updateTable('units')
    .set({ blackout: sql`blackout || ${JSON.stringify([days])}::jsonb` })
    .where('id', 'in', closed)
    .execute()
  await notifyOfDays(tx, 'facility.days_closed', { id: closing.id, days, unit_ids: closed })
  return answered
}

/** Notifies each school that has shifts in these units on these days, with that school's own numbers. */
export async function notifyOfDays(
  tx: Tx,
  code: 'facility.days_closed' | 'facility.days_reopened',
  { id, days, unit_ids }: Closing,
): Promise<void> {
  const units = new Set(unit_ids)
  const shifts = (await shiftsOnDays(tx, id, days)).filter(({ unit_id }) => units.has(unit_id))
  if (shifts.length === 0) return
  const { name } = await tx
    .selectFrom('facilities')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const text = notification(notificationTexts, code, { name, ...days, shifts: 0, seated: 0 })
  // Leads each school to its shifts on these days.
  const unit = units.size === 1 ? `&facility=${unit_ids[0]}` : ''
  const url = `/shifts?semester=all${unit}&from=${days.from}&to=${days.to}`
  await notifySchools(tx, id, { ...text, values: { ...text.values, url } }, closingCounts(shifts))
}

/** Locks the given units until the end of the transaction; refuses if one is not below a facility that the caller manages. */
export async function lockUnits(
  tx: Tx,
  { id, unit_ids }: Pick<Closing, 'id' | 'unit_ids'>,
): Promise<UnitToClose[]> {
  if (!(await managesFacility(tx, id))) refuse(facilityRefusals, refusal('facility.missing'))
  await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', 'in', unit_ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const named = new Set(unit_ids)
  const units = (await unitsToClose(tx, id)).filter((unit) => named.has(unit.id))
  if (units.length < named.size) refuse(facilityRefusals, refusal('facility.unit_gone'))
  return units
}

/** Increases the versions of these units, so that anyone editing one is warned that it has changed. */
export async function bumpVersions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('facilities')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', 'in', ids)
    .execute()
}
