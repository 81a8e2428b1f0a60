import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { notifyOfProject } from './notify-of-project.ts'
import { sendLink } from './send-link.ts'

type Project = { id: string; title: string; school_name: string }
type Day = { id: string; date: string; preceptor_id: string; preceptor_name: string }

/** Asks a preceptor to confirm the hours of a day that is over: by a notification, or by a link if they have no account. */
export async function askToConfirm(
  tx: Tx,
  project: Project,
  { preceptor_id, preceptor_name, ...day }: Day,
  { appUrl, key }: { appUrl: string; key: string },
): Promise<void> {
  const said = notification(notificationTexts, 'capstone.to_confirm', {
    title: project.title,
    date: day.date,
  })
  await notifyOfProject(tx, project, { audience: ['preceptor'], key, preceptor: preceptor_id }, said)
  await sendLink(tx, { appUrl, task: 'confirm', project, preceptor_id, preceptor_name, day })
}
