import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { addDays } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { ANSWER_DAYS, decisionReasonBlocker } from '../../rules.ts'
import { lockNomination } from './lock-nomination.ts'
import { stepProject } from './lock-project.ts'
import { askPreceptor, eligible } from './nominate.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Sent = { id: string; decision: 'ask' | 'withdraw' | 'end'; reason: string | null }

/** The school accepts a facility's nominee, who is then asked; withdraws a nomination; or ends the preceptor's role, and hours stay. */
export async function decideNomination(
  tx: Tx,
  { id, decision, reason }: Sent,
  appUrl: string,
): Promise<void> {
  const { project, nomination } = await lockNomination(tx, id)
  const set = (status: 'asked' | 'withdrawn' | 'ended', more: { answer_by?: string } = {}) =>
    tx
      .updateTable('capstone_nominations')
      .set({ status, reason, ...more })
      .where('id', '=', id)
      .execute()
  const { party } = project.facts
  refuseIf(capstoneRefusals, decisionReasonBlocker(decision, { status: nomination.status, party }, reason))
  if (decision === 'withdraw') {
    const gone = notification(notificationTexts, 'capstone.not_nominated', {
      title: project.title,
      preceptor: nomination.preceptor_name,
      reason,
    })
    const isAsked = nomination.status === 'asked'
    const audience = isAsked ? (['facility', 'preceptor'] as const) : (['facility'] as const)
    const to = { audience, key: `withdrawn ${id}`, preceptor: nomination.preceptor_id }
    // First, because a preceptor who is no longer nominated is no party.
    await notifyOfProject(tx, project, to, gone)
    return void (await set('withdrawn'))
  }
  if (decision === 'ask') {
    if (nomination.status !== 'proposed') refuse(capstoneRefusals, refusal('capstone.not_now'))
    await eligible(tx, project, nomination.preceptor_id)
    await set('asked', { answer_by: addDays(project.facts.today, ANSWER_DAYS) })
    return askPreceptor(tx, project, nomination, appUrl)
  }
  if (!reason) return refuse(capstoneRefusals, refusal('capstone.reason_missing'))
  // Days ahead need someone else. Who was there confirms the days that were worked.
  await tx
    .updateTable('capstone_days')
    .set({ status: 'reschedule', reason })
    .where('project_id', '=', project.id)
    .where('status', '=', 'planned')
    .where('preceptor_id', '=', nomination.preceptor_id)
    .where('starts_at', '>', sql<string>`now()`)
    .execute()
  await stepProject(tx, project, 'awaiting_preceptor')
  const said = notification(notificationTexts, 'capstone.preceptor_left', {
    title: project.title,
    preceptor: nomination.preceptor_name,
    reason,
  })
  await notifyOfProject(
    tx,
    project,
    { audience: ['student', 'faculty', 'school', 'facility'], key: `left ${id}` },
    said,
  )
  // Last, because a preceptor who leaves is no longer a party afterwards.
  await set('ended')
}
