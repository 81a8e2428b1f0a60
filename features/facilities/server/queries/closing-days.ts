import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Blackout } from '../../contract.ts'
import { closingHits, closingOutcome } from '../../rules/closing-days.ts'
import { capstonesOnDays } from './capstones-ahead.ts'
import { upcomingShiftsAt } from './upcoming-shifts-at.ts'

export type UnitToClose = {
  id: string
  name: string
  site_id: string
  site_name: string
  blackout: Blackout[]
}

/** The active and paused units at a facility and below it, by site and name. */
export async function unitsToClose(tx: Tx, id: string): Promise<UnitToClose[]> {
  const rows = await tx
    .selectFrom('facilities')
    .innerJoin('units', 'units.id', 'facilities.id')
    .innerJoin('facilities as site', 'site.id', 'facilities.parent_id')
    .select([
      'facilities.id',
      'facilities.name',
      'site.id as site_id',
      'site.name as site_name',
      'units.blackout',
    ])
    .where(sql<boolean>`facilities.id in (select app.facility_scope(${id}::uuid))`)
    .where('facilities.status', 'in', ['active', 'paused'])
    .orderBy('site.name')
    .orderBy('facilities.name')
    .orderBy('facilities.id')
    .execute()
  return rows as unknown as UnitToClose[]
}

/** The upcoming shifts on some days at a facility and below it, with the number of seated students; for those who manage it. */
export async function shiftsOnDays(
  tx: Tx,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<{ date: string; school_id: string; school_name: string; unit_id: string; seated: number }[]> {
  const { rows } = await sql<{
    date: string
    school_id: string
    school_name: string
    unit_id: string
    seated: number
  }>`
    select x.date, x.school_id, x.school_name, x.unit_id, x.seats_taken as seated
    from ${upcomingShiftsAt(sql`${id}::uuid`)} x
    where x.date between ${from}::date and ${to}::date`.execute(tx)
  return rows
}

type Closing = { id: string; from: string; to: string; unit_ids: readonly string[] | null }

/** What closing these days would do to each unit, and the shifts and capstones it would meet in the chosen units, or in all of them. */
export async function planClosing(tx: Tx, closing: Closing) {
  const units = await unitsToClose(tx, closing.id)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const chosen = new Set(closing.unit_ids ?? byId.keys())
  const shifts = await shiftsOnDays(tx, closing.id, closing)
  return {
    units: units.map(({ blackout, ...unit }) => ({ ...unit, outcome: closingOutcome(blackout, closing) })),
    capstones: await capstonesOnDays(
      tx,
      units.map(({ id }) => id).filter((id) => chosen.has(id)),
      closing,
    ),
    hits: closingHits(
      shifts.flatMap((shift) => {
        const unit = chosen.has(shift.unit_id) ? byId.get(shift.unit_id) : undefined
        return unit ? [{ ...shift, site_id: unit.site_id, site_name: unit.site_name }] : []
      }),
    ),
  }
}
