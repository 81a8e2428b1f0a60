import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationTask } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { askForEvaluation } from './ask-for-evaluation.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

/** A nomination, concern or day as its table has it, with its project. */
type Due = {
  what: 'expired' | 'concern' | 'confirm' | 'evaluate'
  id: string
  project_id: string
  school_name: string
  title: string
  date: string
  preceptor_id: string
  preceptor_name: string
  to_name: string
  kind: EvaluationTask
}

/** For the scheduler: nominations that nobody answered expire, concerns left for a day go to the school, and preceptors are asked for the hours of days that are over and for evaluations. */
export async function doDueWork(tx: Tx, appUrl: string): Promise<number> {
  const { rows } = await sql<{ due: Due }>`select w as due from app.due_capstone_work() w`.execute(tx)
  for (const { due } of rows) await tell(tx, due, appUrl)
  return rows.length
}

async function tell(tx: Tx, due: Due, appUrl: string): Promise<void> {
  const { title, preceptor_id, preceptor_name: preceptor } = due
  const project = { id: due.project_id, title, school_name: due.school_name }
  if (due.what === 'expired') {
    const said = notification(notificationTexts, 'capstone.no_answer', { title, preceptor, how: 'expired' })
    return notifyOfProject(tx, project, { audience: ['faculty', 'school', 'facility'], key: `expired ${due.id}` }, said) // prettier-ignore
  }
  if (due.what === 'concern') {
    const said = notification(notificationTexts, 'capstone.concern_open', { title, to: due.to_name })
    const key = `open ${due.id}`
    return notifyOfProject(tx, project, { audience: ['school'], type: 'capstone_concern', key }, said)
  }
  if (due.what === 'evaluate')
    return askForEvaluation(tx, project, { ...due, preceptor_name: preceptor, nomination_id: due.id }, appUrl) // prettier-ignore
  const day = { id: due.id, date: due.date }
  const said = notification(notificationTexts, 'capstone.to_confirm', { title, date: day.date })
  await notifyOfProject(tx, project, { audience: ['preceptor'], key: `confirm ${day.id}`, preceptor: preceptor_id }, said) // prettier-ignore
  await sendLink(tx, { appUrl, task: 'confirm', project, preceptor_id, preceptor_name: preceptor, day })
}
