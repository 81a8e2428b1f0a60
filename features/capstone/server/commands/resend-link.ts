import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { capstoneRefusals } from '../../messages.ts'
import type { EvaluationTask } from '../../contract.ts'
import { findEvaluationStatuses } from '../queries/why-not-complete.ts'
import { askForEvaluation } from './ask-for-evaluation.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import { lockDay } from './lock-day.ts'
import { lockNomination } from './lock-nomination.ts'
import { sendLink } from './send-link.ts'

type Sent = {
  id: string
  task: 'accept' | 'sign' | 'confirm' | 'evaluate'
  day_id?: string | undefined
  kind?: EvaluationTask | undefined
}

/** A preceptor with an account is asked again at most once an hour; links have a limit of their own. */
const thisHour = () => new Date().toISOString().slice(0, 13)

/**
 * Sends a preceptor without an account a new link for an open task; the earlier link stops working. One with an account is notified of
 * hours to confirm and of evaluations to write.
 */
export async function resendLink(tx: Tx, { id, task, day_id, kind }: Sent, appUrl: string): Promise<void> {
  const { project, nomination } = await lockNomination(tx, id)
  const about = { id: project.id, title: project.title, school_name: project.facts.school_name }
  if (task === 'confirm') {
    if (!day_id) refuse(capstoneRefusals, refusal('capstone.not_found'))
    const { day } = await lockDay(tx, day_id)
    if (day.status !== 'planned' || !day.has_ended)
      refuse(capstoneRefusals, refusal('capstone.day_not_planned'))
    return askToConfirm(tx, about, day, { appUrl, key: `confirm ${day.id} ${thisHour()}` })
  }
  if (task === 'evaluate') {
    const isWritten = kind && (await findEvaluationStatuses(tx, project.id))[kind] !== 'missing'
    if (!kind || isWritten || nomination.status !== 'accepted' || project.status !== 'active')
      refuse(capstoneRefusals, refusal('capstone.not_now'))
    const { preceptor_id, preceptor_name } = nomination
    return askForEvaluation(tx, about, { nomination_id: id, preceptor_id, preceptor_name, kind }, appUrl)
  }
  const isOpen =
    task === 'accept'
      ? nomination.status === 'asked'
      : nomination.status === 'accepted' && nomination.preceptor_signed_at === null
  if (!isOpen) refuse(capstoneRefusals, refusal('capstone.not_now'))
  const { preceptor_id, preceptor_name } = nomination
  await sendLink(tx, { appUrl, task, project: about, nomination_id: id, preceptor_id, preceptor_name })
}
