import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftStatus } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { RosterRow } from '../../contract.ts'
import { maskReason, rosterLabel } from '../../rules.ts'

/** A seat as PostgreSQL shows it to a facility: with a name if it may be shown. */
type RosterFacts = Omit<RosterRow, 'label' | 'is_named' | 'masked_because' | 'cleared_because'> & {
  label: string | null
  today: PlainDate
  shift_status: ShiftStatus
  closes_on: PlainDate
  has_release: boolean
}

/** By shift: its students as their facility may see them; each name returned is logged in the same transaction. */
export async function rostersAsFacility(
  tx: Tx,
  shifts: readonly string[],
): Promise<ReadonlyMap<string, RosterRow[]>> {
  const { rows } = await sql<{ shift_id: string; facts: RosterFacts }>`
    select s.id as shift_id, r.facts from unnest(${shifts}::uuid[]) with ordinality s (id, position)
    cross join lateral app.roster_as_facility(s.id) r (facts) order by s.position, r.facts -> 'number'`.execute(
    tx,
  )
  const rosters = new Map<string, RosterRow[]>(shifts.map((id) => [id, []]))
  for (const { shift_id: id, facts } of rows) rosters.get(id)!.push(rosterRowOf(facts))
  return rosters
}

function rosterRowOf({ today, shift_status, closes_on, has_release, ...row }: RosterFacts): RosterRow {
  const isNamed = row.label !== null
  const { opens_on } = row
  return {
    ...row,
    label: rosterLabel(row),
    is_named: isNamed,
    masked_because: isNamed ? null : maskReason({ today, shift_status, opens_on, closes_on, has_release }),
    cleared_because: isNamed && row.cleared === null ? 'not_checked' : null,
  }
}

/** The same for one shift. */
export async function rosterAsFacility(tx: Tx, shift: string): Promise<RosterRow[]> {
  return (await rostersAsFacility(tx, [shift])).get(shift)!
}
