import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { incidentLeadRefusals } from '../../messages.ts'
import { findLeadFacility, listLeadChoices } from '../queries/incident-lead.ts'

type Named = { facility_id: string; user_id: string | null }

/** Names who reads incidents at an organization or a site, of its own team; no one leaves them to who is named for the facility above. */
export async function nameIncidentLead(
  tx: Tx,
  me: Pick<Viewer, 'userId'>,
  { facility_id: id, user_id: personId }: Named,
): Promise<void> {
  if (!(await findLeadFacility(tx, id))) refuse(incidentLeadRefusals, refusal('incident_lead.no_facility'))
  if (personId === null) {
    await tx.deleteFrom('incident_leads').where('facility_id', '=', id).execute()
    return
  }
  const person = (await listLeadChoices(tx, id)).find(({ user_id: one }) => one === personId)
  if (!person) return refuse(incidentLeadRefusals, refusal('incident_lead.no_person'))
  const named = { user_id: personId, user_name: person.name, named_by: me.userId }
  await tx
    .insertInto('incident_leads')
    .values({ facility_id: id, ...named })
    .onConflict((known) => known.column('facility_id').doUpdateSet(named).where('incident_leads.user_id', '<>', personId))
    .execute()
} // prettier-ignore
