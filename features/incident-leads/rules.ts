import type { IncidentLead } from './contract.ts'

/** The maximum number of incidents on a facility's page, newest first. */
export const MAX_LISTED = 50

/** Labels for the kinds of incident (Domain 2.12). */
export const incidentLabels = {
  injury: 'Injury',
  exposure_needlestick: 'Exposure or needlestick',
  med_error: 'Medication error',
  near_miss: 'Near miss',
  conduct: 'Conduct',
  safety_concern: 'Safety concern',
  other: 'Other',
} as const

/** Labels for the severities (Domain 2.12). */
export const severityLabels = { minor: 'Minor', moderate: 'Moderate', serious: 'Serious' } as const

/** Why no one can be named to read incidents at a facility; null when someone can (Domain 2.20). */
export const leadBlocker = ({ choices }: Pick<IncidentLead, 'choices'>): string | null =>
  choices.length === 0 ? 'No active administrator belongs to this facility. Invite one first.' : null

/** Says who reads a facility's incidents, for the people who manage it (Domain 2.20: the named facility lead). */
export function leadWords(lead: IncidentLead['lead'], facilityId: string, me: string): string {
  if (!lead) return 'No one is named yet, so no one at the facility is notified of incidents.'
  if (!lead.is_active)
    return `${lead.name} was named and is not on the team of ${lead.facility_name} anymore, so no one reads incidents. Name someone else.`
  const where = lead.facility_id === facilityId ? '' : `, named for ${lead.facility_name},`
  return lead.user_id === me
    ? `You${where} read incidents here.`
    : `${lead.name}${where} reads incidents here.`
}
