import { sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { agreementGapRefusals } from '#features/partnerships/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { findGapOfSpan } from '../queries/find-gap.ts'
import { listFacilities } from '../queries/list-facilities.ts'
import { type LockedProject, lockProject, stepProject } from './lock-project.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { withdrawNominations } from './withdraw-nominations.ts'

/**
 * The school asks a partner facility for a preceptor: its admins are notified and nominate someone. One that was asked before no longer
 * is, and neither is its preceptor.
 */
export async function askFacility(tx: Tx, sent: { id: string; version: number; facility_id: string }) {
  const project = await lockProject(tx, sent)
  const [facility] = await listFacilities(tx, project.school_id, { id: sent.facility_id })
  if (!facility) refuse(capstoneRefusals, refusal('capstone.facility_unknown'))
  const asked = { ...project, facility_id: sent.facility_id, today: project.facts.today }
  refuseIf(agreementGapRefusals, await findGapOfSpan(tx, asked))
  const ready = project.status === 'awaiting_preceptor' ? await unask(tx, project) : project
  const moved = await stepProject(tx, ready, 'awaiting_preceptor', { facility_id: sent.facility_id })
  const said = notification(notificationTexts, 'capstone.asked_facility', {
    title: project.title,
    school: project.facts.school_name,
    start: project.start_date,
    end: project.end_date,
  })
  await notifyOfProject(tx, project, { audience: ['facility'], key: `ask ${moved.version}` }, said)
  return moved
}

/** Ends the request to a facility, which is notified with the preceptor who was asked. */
async function unask(tx: Tx, project: LockedProject): Promise<LockedProject> {
  const said = notification(notificationTexts, 'capstone.unasked', {
    title: project.title,
    school: project.facts.school_name,
  })
  const key = `unasked ${project.version}`
  await notifyOfProject(tx, project, { audience: ['facility', 'preceptor'], key }, said)
  await withdrawNominations(tx, project.id, null)
  // Days with a substitute are at the facility that is asked no more.
  await tx
    .updateTable('capstone_days')
    .set({ status: 'reschedule', reason: 'capstone.other_facility' satisfies AutomaticReason })
    .where('project_id', '=', project.id)
    .where('status', '=', 'planned')
    .where('starts_at', '>', sql<string>`now()`)
    .execute()
  const { status } = await stepProject(tx, project, 'approved')
  return { ...project, status }
}
