import { randomUUID } from 'node:crypto'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationTask } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Project = { id: string; title: string; school_name: string }
type Asked = { nomination_id: string; preceptor_id: string; preceptor_name: string; kind: EvaluationTask }

/** Asks a preceptor for the midterm or final evaluation: by a notification, or by a link if they have no account. */
export async function askForEvaluation(
  tx: Tx,
  project: Project,
  asked: Asked,
  appUrl: string,
): Promise<void> {
  const { nomination_id, preceptor_id, preceptor_name, kind } = asked
  const said = notification(notificationTexts, 'capstone.to_evaluate', { title: project.title, kind })
  const key = `evaluate ${kind} ${randomUUID()}`
  await notifyOfProject(tx, project, { audience: ['preceptor'], key, preceptor: preceptor_id }, said)
  await sendLink(tx, { appUrl, task: 'evaluate', project, nomination_id, preceptor_id, preceptor_name, kind })
}
