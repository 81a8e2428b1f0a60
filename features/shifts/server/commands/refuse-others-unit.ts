import { refuse, refusal } from '#core/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'

/** Throws if the caller from the facility does not manage the unit. */
export async function refuseOthersUnit(
  tx: Tx,
  unitId: string | null,
  verb: 'Propose' | 'Choose',
): Promise<void> {
  const { rows } = await sql<{ is_theirs: boolean }>`
    select ${unitId}::uuid in (select app.facility_scope(app.facility_id())) as is_theirs`.execute(tx)
  if (!rows[0]?.is_theirs) refuse(shiftRefusals, refusal('shift.not_your_unit', { verb }))
}
