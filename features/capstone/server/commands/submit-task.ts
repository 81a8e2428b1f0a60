import { randomUUID } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { EvaluationFields } from '#features/evaluations/contract.ts'
import { submitByLink } from '#features/evaluations/server/public.ts'
import { linkBlocker } from '#features/preceptors/rules.ts'
import { openLink, preceptorRefusals } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationTask, Severity } from '../../contract.ts'
import { getProject } from '../queries/get-project.ts'
import { answerNomination } from './answer-nomination.ts'
import { confirmDay } from './confirm-day.ts'
import { raiseConcern } from './raise-concern.ts'
import { signAgreement } from './sign-agreement.ts'

export type TaskAnswer =
  | { task: 'accept'; accepts: boolean; reason: string | null }
  | { task: 'sign' }
  | ({ task: 'evaluate' } & EvaluationFields)
  | {
      task: 'confirm'
      minutes?: number | undefined
      concern: { severity: Severity; narrative: string } | null
    }

type Done = { done: 'accept' | 'decline' | 'sign' | 'confirm' | 'evaluate'; to_name: string | null }

/**
 * Performs a link's task, once: a second attempt finds it used. If the link cannot be used, that is
 * returned, so that the attempt stays recorded; a refusal of the task itself leaves the link usable.
 */
export async function submitTask(tx: Tx, hash: string, answer: TaskAnswer, appUrl: string) {
  const link = await openLink(tx, hash, 'submit')
  const blocker = linkBlocker(link?.state ?? 'unknown')
  if (!link || blocker) return { blocker: blocker ?? refusal('link.unknown') }
  if (link.task !== answer.task) refuse(preceptorRefusals, refusal('link.other_task'))
  return { done: await doTask(tx, link, answer, appUrl) }
}

type Link = {
  project_id: string
  nomination_id: string | null
  day_id: string | null
  kind: EvaluationTask | null
}

async function doTask(tx: Tx, link: Link, answer: TaskAnswer, appUrl: string): Promise<Done> {
  if (answer.task === 'accept') {
    await answerNomination(
      tx,
      { id: link.nomination_id!, accepts: answer.accepts, reason: answer.reason },
      appUrl,
    )
    return { done: answer.accepts ? 'accept' : 'decline', to_name: null }
  }
  if (answer.task === 'sign') {
    await signAgreement(tx, link.nomination_id!, null)
    return { done: 'sign', to_name: null }
  }
  if (answer.task === 'evaluate') {
    const { project_id, kind } = link
    const { student_id } = await getProject(tx, project_id)
    const { task: _task, ...fields } = answer
    await submitByLink(tx, { project_id, student_id, kind: kind! }, fields)
    return { done: 'evaluate', to_name: null }
  }
  await confirmDay(tx, { id: link.day_id!, minutes: answer.minutes })
  if (!answer.concern) return { done: 'confirm', to_name: null }
  const concern = { id: randomUUID(), project_id: link.project_id, ...answer.concern }
  return { done: 'confirm', to_name: await raiseConcern(tx, concern) }
}
