import type { IncidentLead } from './contract.ts'

/** Incidents that the page of a facility lists at most, the newest. */
export const MOST_LISTED = 50

/** What people call each kind of incident (Domain 2.12). */
export const incidentLabels = {
  injury: 'Injury',
  exposure_needlestick: 'Exposure or needlestick',
  med_error: 'Medication error',
  near_miss: 'Near miss',
  conduct: 'Conduct',
  safety_concern: 'Safety concern',
  other: 'Other',
} as const

/** What people call each severity (Domain 2.12). */
export const severityLabels = { minor: 'Minor', moderate: 'Moderate', serious: 'Serious' } as const

/** Why no one can be named to read incidents at a facility; null where someone can (Domain 2.20). */
export const leadBlocker = ({ choices }: Pick<IncidentLead, 'choices'>): string | null =>
  choices.length === 0 ? 'No active administrator belongs to this facility. Invite one first.' : null

/** Who reads incidents at a facility, in words for the people who run it (Domain 2.20: the named facility lead). */
export function leadWords(lead: IncidentLead['lead'], facilityId: string, me: string): string {
  if (!lead) return 'No one is named yet, so no one at the facility learns of incidents.'
  if (!lead.is_active)
    return `${lead.name} was named and is not on the team of ${lead.facility_name} anymore, so no one reads incidents. Name someone else.`
  const where = lead.facility_id === facilityId ? '' : `, named for ${lead.facility_name},`
  return lead.user_id === me
    ? `You${where} read incidents here.`
    : `${lead.name}${where} reads incidents here.`
}
