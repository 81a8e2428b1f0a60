import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { sitePinRefusals } from '../../messages.ts'
import { pinBlocker, seenBlocker } from '../../rules.ts'
import { loadPin } from '../queries/get-pin.ts'

type Sent = {
  site_id: string
  latitude: number
  longitude: number
  geofence_radius_m: number
  seen_at: string | null
}

/** Confirms or moves where students arrive at a site; the audit log records who did. Students check in by location from then on. */
export async function confirmPin(tx: Tx, { site_id: id, seen_at: seenAt, ...pin }: Sent): Promise<void> {
  const seen = (await loadPin(tx, id)) ?? refuse(sitePinRefusals, refusal('site_pin.not_found'))
  refuseIf(sitePinRefusals, pinBlocker(seen))
  // People who may confirm it may lock it; if the row is hidden now, the facility has just confirmed it.
  const pinNow =
    (await loadPin(tx, id, sql`for no key update of s`)) ??
    refuse(sitePinRefusals, refusal('site_pin.changed'))
  refuseIf(sitePinRefusals, seenBlocker(pinNow, seenAt))
  await tx
    .updateTable('sites')
    .set({ ...pin, pin_confirmed_at: sql`now()`, pin_confirmed_by: sql`app.uid()`, pin_party: pinNow.party })
    .where('id', '=', id)
    .execute()
}
