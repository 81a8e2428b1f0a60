import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { canTransition } from '#core/steps.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals, notificationTexts } from '../../messages.ts'
import { daySteps, othersDayBlocker } from '../../rules.ts'
import { lockDay } from './lock-day.ts'
import { notifyOfProject } from './notify-of-project.ts'

type Sent = { id: string; change: 'remove' | 'reschedule'; reason: string | null }

/** Removes a planned day, or marks it: the preceptor cannot come, so it is rescheduled or needs a substitute (Domain 2.6). */
export async function changeDay(tx: Tx, { id, change, reason }: Sent): Promise<void> {
  const { project, day } = await lockDay(tx, id)
  const to = change === 'remove' ? 'removed' : 'reschedule'
  if (!canTransition(daySteps, day.status, to, project.facts.party))
    refuse(capstoneRefusals, refusal('capstone.day_not_planned'))
  refuseIf(capstoneRefusals, othersDayBlocker(day, project.facts.party))
  if (change === 'reschedule' && (!reason || reason.length < 3))
    refuse(capstoneRefusals, refusal('capstone.reason_missing'))
  await tx.updateTable('capstone_days').set({ status: to, reason }).where('id', '=', id).execute()
  const about = { title: project.title, date: day.date }
  const key = `${change} ${id} ${day.version}`
  const preceptor = day.preceptor_id
  if (change === 'remove') {
    const gone = notification(notificationTexts, 'capstone.day_removed', { ...about, reason })
    return notifyOfProject(tx, project, { audience: ['student', 'preceptor'], key, preceptor }, gone)
  }
  const said = notification(notificationTexts, 'capstone.day_reschedule', {
    ...about,
    reason: reason!,
  })
  await notifyOfProject(
    tx,
    project,
    { audience: ['student', 'faculty', 'facility', 'preceptor'], key, preceptor },
    said,
  )
}
