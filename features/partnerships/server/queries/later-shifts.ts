import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'

type LaterShift = {
  id: string
  date: string
  title: string | null
  place: string
  status: string
  capacity: number
  specialty: string
}

/** Shifts after a day that someone counts on and that the partnership is about, for anyone who decides on it; no one's name. */
export async function laterShifts(tx: Tx, id: string, after: string): Promise<LaterShift[]> {
  const { rows } = await sql<LaterShift | { id: null }>`
    select s.* from (values (app.partnership_party_of(${id}::uuid))) d (party)
    left join app.partnership_shifts(${id}::uuid, ${after}::date) s on true where d.party is not null`.execute(
    tx,
  )
  if (rows.length === 0) refuse(partnershipRefusals, refusal('partnership.missing'))
  return rows.filter((row): row is LaterShift => row.id !== null)
}
