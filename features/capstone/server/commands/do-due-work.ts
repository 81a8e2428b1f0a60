import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationTask } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { askForEvaluation } from './ask-for-evaluation.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Due = {
  what: 'expired' | 'concern' | 'confirm' | 'evaluate'
  project_id: string
  school_name: string
  title: string
  nomination_id: string | null
  day_id: string | null
  day: string | null
  preceptor_id: string
  preceptor_name: string
  to_name: string | null
  kind: EvaluationTask | null
  concern_id: string | null
}

/** For the scheduler: nominations that nobody answered expire, concerns left for a day go to the school, and preceptors are asked for the hours of days that are over and for evaluations. */
export async function doDueWork(tx: Tx, appUrl: string): Promise<number> {
  const { rows } = await sql<Due>`select * from app.due_capstone_work()`.execute(tx)
  for (const due of rows) await tell(tx, due, appUrl)
  return rows.length
}

async function tell(tx: Tx, due: Due, appUrl: string): Promise<void> {
  const { title, preceptor_id, preceptor_name: preceptor } = due
  const project = { id: due.project_id, title, school_name: due.school_name }
  if (due.what === 'expired') {
    const said = notification(notificationTexts, 'capstone.no_answer', { title, preceptor, how: 'expired' })
    return notifyOfProject(tx, project, { audience: ['faculty', 'school', 'facility'], key: `expired ${due.nomination_id}` }, said) // prettier-ignore
  }
  if (due.what === 'concern') {
    const said = notification(notificationTexts, 'capstone.concern_open', { title, to: due.to_name ?? '' })
    const key = `open ${due.concern_id}`
    return notifyOfProject(tx, project, { audience: ['school'], type: 'capstone_concern', key }, said)
  }
  if (due.what === 'evaluate')
    return askForEvaluation(tx, project, { ...due, preceptor_name: preceptor, nomination_id: due.nomination_id!, kind: due.kind! }, appUrl) // prettier-ignore
  const day = { id: due.day_id!, date: due.day! }
  const said = notification(notificationTexts, 'capstone.to_confirm', { title, date: day.date })
  await notifyOfProject(tx, project, { audience: ['preceptor'], key: `confirm ${day.id}`, preceptor: preceptor_id }, said) // prettier-ignore
  await sendLink(tx, { appUrl, task: 'confirm', project, preceptor_id, preceptor_name: preceptor, day })
}
