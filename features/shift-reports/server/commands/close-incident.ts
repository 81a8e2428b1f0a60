import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { reportRefusals } from '../../messages.ts'

/** Records how the school closed an incident. Repeating the same note changes nothing; a different one is refused. */
export async function closeIncident(
  tx: Tx,
  me: Pick<Viewer, 'userId'>,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const incident = await tx
    .selectFrom('shift_incidents')
    .select('school_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!incident) refuse(reportRefusals, refusal('incident.not_found'))
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('shift_incident_closings')
    .values({ incident_id: id, school_id: incident.school_id, note, closed_by: me.userId })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  if (made) return
  const known = await tx
    .selectFrom('shift_incident_closings')
    .select(['note', 'closed_by'])
    .where('incident_id', '=', id)
    .executeTakeFirst()
  if (known?.note !== note || known.closed_by !== me.userId)
    refuse(reportRefusals, refusal('incident.closed'))
}
