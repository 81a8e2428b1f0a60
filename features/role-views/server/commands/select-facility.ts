import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { viewRefusals } from '../../messages.ts'

/** Refuses a facility that does not exist or is closed; null clears the choice and is allowed. */
export async function refuseFacility(tx: Tx, id: string | null): Promise<void> {
  if (id === null) return
  const found = await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['active', 'paused'])
    .executeTakeFirst()
  if (!found) refuse(viewRefusals, refusal('view.facility_gone'))
}

/** As the sign-in login, with the superadmin's session: chooses the facility they work in. Every server process is notified. */
export async function selectFacility(tx: Tx, tokenHash: string | null, id: string | null): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('priv.sessions')
    .set({ selected_facility_id: id })
    .where('token_hash', '=', tokenHash)
    .where('selected_facility_id', 'is distinct from', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await sql`select app.session_changed(${tokenHash})`.execute(tx)
}
