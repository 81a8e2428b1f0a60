import { type RawBuilder, sql } from 'kysely'
import { refusalMessage } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SitePin } from '../../contract.ts'
import { sitePinRefusals } from '../../messages.ts'
import { pinBlocker, type PinFacts } from '../../rules.ts'

export type PinRow = Omit<SitePin, 'blocker'> & PinFacts

/** A site's pin and the party for which the caller would confirm it; undefined if there is no such site. */
export async function loadPin(tx: Tx, siteId: string, lock: RawBuilder<unknown> = sql``) {
  const { rows } = await sql<PinRow>`
    select s.id as site_id, s.latitude, s.longitude, s.geofence_radius_m, s.pin_confirmed_at as confirmed_at,
      case when s.pin_confirmed_at is not null then s.pin_party end as confirmed_by,
      (select f.status from public.facilities f where f.id = s.id) as site_status,
      case when app.is_superadmin() then 'platform' when app.manages_facility(s.id) then 'facility'
        when app.is_school_admin() and exists (select from public.partnerships p where p.school_id = app.school_id() and p.status = 'active'
          and p.id in (select app.partnership_ids_at(s.id))) then 'school' end as party
    from public.sites s where s.id = ${siteId}::uuid ${lock}`.execute(tx)
  return rows[0]
}

/** A site's pin as its page shows it; undefined if there is no such site. */
export async function getPin(tx: Tx, siteId: string): Promise<SitePin | undefined> {
  const row = await loadPin(tx, siteId)
  if (!row) return undefined
  const { party: _party, site_status: _status, ...pin } = row
  const refused = pinBlocker(row)
  return { ...pin, blocker: refused && refusalMessage(sitePinRefusals, refused) }
}
