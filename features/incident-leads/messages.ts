import { invalid, notFound } from '#core/refusal.ts'

/** Why no one can be named to read incidents: code → text. */
export const incidentLeadRefusals = {
  'incident_lead.no_facility': notFound(
    () => 'We can’t find that organization or site among those you run. Reload the page.',
  ),
  'incident_lead.no_person': invalid(
    () => 'Choose an active member of your team who runs this facility or one above it.',
    'user_id',
  ),
}
