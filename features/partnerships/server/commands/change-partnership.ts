import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { BlackoutDays, Contact } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { changeBlocker, isNotified, leftOutBlocker } from '../../rules.ts'
import { findUnits, siteIds } from '../queries/find-units.ts'
import { leftOutOfSites } from '../queries/shifts-left-out.ts'
import { type LockedPartnership, lockPartnership, type Sent } from './lock-partnership.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'
import { writeScope } from './write-scope.ts'

type Changes = {
  all_sites?: boolean | undefined
  site_ids?: string[] | undefined
  program_ids?: string[] | undefined
  seat_quota_per_semester?: number | null | undefined
  quota_by_unit?: { unit_id: string; seats: number }[] | undefined
  auto_approve_shifts?: boolean | undefined
  blackout?: BlackoutDays[] | undefined
  required_credential_ids?: string[] | undefined
  contact_school?: Contact | undefined
  contact_facility?: Contact | undefined
  message?: string | undefined
}

/** Changes what each party keeps up to date: sites, programs, seats, days, required credentials, contacts. */
export async function changePartnership(tx: Tx, sent: Sent & { changes: Changes }): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'change')
  const { party, reason, status } = partnership
  const { site_ids, program_ids, ...changes } = sent.changes
  if (changes.required_credential_ids)
    changes.required_credential_ids = [...new Set(changes.required_credential_ids)]
  const changed = Object.keys(sent.changes).filter(
    (field) => sent.changes[field as keyof Changes] !== undefined,
  )
  refuseIf(partnershipRefusals, changeBlocker(partnership, changed))
  await refuseForeignUnits(tx, partnership, changes.quota_by_unit)
  const { all_sites = partnership.all_sites } = changes
  const sites = site_ids ?? (await siteIds(tx, sent.id))
  if (status !== 'draft' && !all_sites && (partnership.all_sites || site_ids))
    refuseIf(partnershipRefusals, leftOutBlocker('sites', await leftOutOfSites(tx, partnership, sites)))
  const written = await writePartnership(tx, partnership, { ...columnsOf(changes), all_sites }, sent.changes)
  if (changed.some((field) => ['all_sites', 'site_ids', 'program_ids'].includes(field)))
    await writeScope(tx, partnership, {
      all_sites,
      site_ids: sites,
      program_ids,
    })
  if (status !== 'draft' && isNotified(changed))
    await notifyParties(tx, partnership, written, party, 'partnership.changed', { reason })
  return written
}

const columnsOf = ({
  quota_by_unit,
  blackout,
  contact_school,
  contact_facility,
  message,
  ...plain
}: Omit<Changes, 'site_ids' | 'program_ids'>) => ({
  ...plain,
  ...(quota_by_unit && { quota_by_unit: JSON.stringify(quota_by_unit) }),
  ...(blackout && { blackout: JSON.stringify(blackout) }),
  ...(contact_school && { contact_school: JSON.stringify(contact_school) }),
  ...(contact_facility && { contact_facility: JSON.stringify(contact_facility) }),
  ...(message !== undefined && { message: message.trim() || null }),
})

async function refuseForeignUnits(
  tx: Tx,
  { organization_id: id }: LockedPartnership,
  units: Changes['quota_by_unit'],
): Promise<void> {
  if (!units || units.length === 0) return
  const wanted = [...new Set(units.map(({ unit_id: unit }) => unit))]
  if ((await findUnits(tx, id, wanted)).length < wanted.length)
    refuse(partnershipRefusals, refusal('partnership.foreign_unit'))
  if (wanted.length < units.length) refuse(partnershipRefusals, refusal('partnership.unit_twice'))
}
