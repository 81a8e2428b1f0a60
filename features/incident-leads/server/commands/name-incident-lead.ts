import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { incidentLeadRefusals } from '../../messages.ts'
import { findLeadFacility, listLeadChoices } from '../queries/incident-lead.ts'

type Named = { facility_id: string; user_id: string | null }

/** Names a team member who reads the incidents of an organization or site; null leaves them to the person named for the facility above. */
export async function nameIncidentLead(
  tx: Tx,
  me: Pick<Viewer, 'userId'>,
  { facility_id: id, user_id: personId }: Named,
): Promise<void> {
  if (!(await findLeadFacility(tx, id))) refuse(incidentLeadRefusals, refusal('incident_lead.no_facility'))
  await sql`select pg_advisory_xact_lock(hashtextextended('incident lead ' || ${id}, 0))`.execute(tx)
  const person = personId && (await listLeadChoices(tx, id)).find(({ user_id: one }) => one === personId)
  if (personId && !person) return refuse(incidentLeadRefusals, refusal('incident_lead.no_person'))
  const others = tx.deleteFrom('incident_leads').where('facility_id', '=', id)
  await others.$if(personId !== null, (leads) => leads.where('user_id', '<>', personId!)).execute()
  if (!person) return
  await tx
    .insertInto('incident_leads')
    .values({ facility_id: id, user_id: person.user_id, user_name: person.name, named_by: me.userId })
    .onConflict((known) => known.doNothing())
    .execute()
}
