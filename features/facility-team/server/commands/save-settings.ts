import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FacilitySettings } from '../../contract.ts'
import { facilityTeamRefusals } from '../../messages.ts'
import { changedSettings } from '../../rules.ts'
import { findSettings } from '../queries/find-settings.ts'

type Change = FacilitySettings & { organization_id: string; version: number }

/** Saves the settings of an organization, for those who manage it; false if someone else saved first. */
export async function saveSettings(
  tx: Tx,
  { organization_id: id, version, ...settings }: Change,
): Promise<boolean> {
  const organization = await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'organization')
    .executeTakeFirst()
  if (!organization) return refuse(facilityTeamRefusals, refusal('settings.no_organization'))
  const current = await findSettings(tx, id)
  if (!current?.may_change) return refuse(facilityTeamRefusals, refusal('settings.not_yours'))
  if (current.version !== version) return false
  if (changedSettings(current, settings).length === 0) return true
  const { rows } = await sql<{ written: boolean }>`
    select app.write_facility_settings(${id}::uuid, ${version}::integer,
      jsonb_populate_record(null::public.organizations, ${JSON.stringify(settings)}::jsonb)) as written`.execute(
    tx,
  )
  return rows[0]!.written
}
