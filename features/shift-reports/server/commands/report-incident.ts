import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { notificationTexts, reportRefusals } from '../../messages.ts'
import { followUpBlocker } from '../../rules.ts'
import { incidentLabels, severityLabels } from '#features/incident-leads/rules.ts'
import { factsOfShift } from '../queries/facts-of-shift.ts'
import { notifyOfReport } from './notify-of-report.ts'

type Sent = {
  id: string
  shift_id: string
  kind: keyof typeof incidentLabels
  severity: keyof typeof severityLabels
  seats: string[]
  narrative: string
  reported_to: string | null
  follow_up_by: string | null
}

/**
 * Reports an incident on a shift: the school and the facility's incident lead are notified at once, independent of the shift's report.
 * Repeating it changes nothing.
 */
export async function reportIncident(tx: Tx, me: Pick<Viewer, 'userId'>, sent: Sent): Promise<void> {
  const shift = await tx
    .selectFrom('shifts')
    .select(['id', 'school_id', sql<string>`(now() at time zone time_zone)::date`.as('today')])
    .where('id', '=', sent.shift_id)
    .executeTakeFirst()
  if (!shift) refuse(reportRefusals, refusal('shift_report.not_found'))
  refuseIf(reportRefusals, followUpBlocker(sent, shift.today))
  const seats = await tx.selectFrom('assignments').select('id').where('shift_id', '=', shift.id).execute()
  if (sent.seats.some((id) => !seats.some((seat) => seat.id === id)))
    refuse(reportRefusals, refusal('shift_report.foreign_seat'))
  const { id, kind, severity, narrative, reported_to, follow_up_by } = sent
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('shift_incidents')
    .values({
      id,
      shift_id: shift.id,
      school_id: shift.school_id,
      kind,
      severity,
      seats: sent.seats,
      narrative,
      reported_to,
      follow_up_by,
      created_by: me.userId,
    })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  if (!made) return
  const facts = await factsOfShift(tx, shift.id)
  const values = { ...facts, kind: incidentLabels[kind], severity: severityLabels[severity] }
  const notice = notification(notificationTexts, 'incident.reported', values)
  for (const audience of ['school', 'facility'] as const)
    await notifyOfReport(
      tx,
      shift.id,
      { audience, type: 'incident_reported', key: `incident ${id}`, incident: id },
      notice,
    )
}
